"""Keys to seats: 128 random bits each, carried in the fragment of a link, of which only a hash is ever stored."""

import base64
import hashlib
import hmac
import secrets

KEY_BYTES = 4  # of a hash, enough to tell the few tokens of a table apart
TOKEN_BYTES, TABLE_BYTES, CODE_LETTERS, CODE_LENGTH = 16, 10, "abcdefghjkmnpqrstuvwxyz23456789", 10


def new_token() -> str:
    """22 characters."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_table_id() -> str:
    """80 bits that nobody guesses: who knows the id of a private table was told it."""
    return base64.b32encode(secrets.token_bytes(TABLE_BYTES)).decode().lower()


def table_id_of(token: str) -> str:
    """The table that a host's token lays: whoever lays it again with the same one finds it there."""
    return base64.b32encode(hash_of(f"table {token}")[:TABLE_BYTES]).decode().lower()


def token_from(secret: bytes, token: str, what: str) -> str:
    """A token that comes out the same when it is asked for again. It follows from a secret that only the server has
    and a token that only its holder has: who steals one of them has nothing."""
    said = f"token {token} {what}".encode()
    return base64.urlsafe_b64encode(hmac.digest(secret, said, "sha256")[:TOKEN_BYTES]).decode().rstrip("=")


def new_code() -> str:
    """What a person types on another device; it lives for minutes and works once."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def hash_of(secret: str) -> bytes:
    """What is stored of a token or a code. They are random and long enough, so that a plain hash will do; they are
    looked up by it, so that no comparison takes longer for a better guess."""
    return hashlib.sha256(secret.encode()).digest()
