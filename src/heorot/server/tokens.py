"""Random secrets: keys of seats, table ids and transfer codes. Only hashes of keys and codes are stored."""

import base64
import hashlib
import hmac
import secrets

KEY_BYTES = 4  # of a hash, enough to distinguish the few tokens of a table
TOKEN_BYTES, TABLE_BYTES, CODE_LETTERS, CODE_LENGTH = 16, 10, "abcdefghjkmnpqrstuvwxyz23456789", 10


def new_token() -> str:
    """Return 128 random bits as 22 characters."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def derive_table_id(token: str) -> str:
    """Return the table id that belongs to a host's token, so that a repeated request finds the same table. It has 80
    bits: the id of a private table cannot be guessed."""
    return base64.b32encode(hash_of(f"table {token}")[:TABLE_BYTES]).decode().lower()


def derive_token(secret: bytes, token: str, what: str) -> str:
    """Return a token that can be computed again. It depends on a secret of the server and a token of its holder, so
    that stealing one of them is not enough."""
    message = f"token {token} {what}".encode()
    return base64.urlsafe_b64encode(hmac.digest(secret, message, "sha256")[:TOKEN_BYTES]).decode().rstrip("=")


def new_device_code() -> str:
    """Return a short-lived one-time code to type on another device."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def hash_of(secret: str) -> bytes:
    """Return the stored form of a token or code. They are long random values, so a plain hash is safe; looking them up
    by hash prevents timing attacks."""
    return hashlib.sha256(secret.encode()).digest()
