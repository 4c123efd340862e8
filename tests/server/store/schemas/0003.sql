BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE events (
	table_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	body TEXT NOT NULL, 
	command TEXT, 
	CONSTRAINT pk_events PRIMARY KEY (table_id, seq), 
	CONSTRAINT fk_events_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('t',1,1,'said','{"seats": 2}',NULL);
INSERT INTO "events" VALUES('t',2,2,'said','{}','c1');
CREATE TABLE notices (
	table_id TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	feed BLOB, 
	url TEXT, 
	secret TEXT, 
	page TEXT NOT NULL, 
	language TEXT NOT NULL, 
	told TEXT NOT NULL, 
	looked_at BIGINT NOT NULL, 
	failures INTEGER NOT NULL, 
	CONSTRAINT pk_notices PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_notices_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE pulse (
	id BOOLEAN DEFAULT 1 NOT NULL, 
	beats BIGINT NOT NULL, alive_at BIGINT, 
	CONSTRAINT pk_pulse PRIMARY KEY (id)
);
INSERT INTO "pulse" VALUES(1,0,NULL);
CREATE TABLE tables (
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	status TEXT NOT NULL, 
	listed BOOLEAN NOT NULL, 
	created_at BIGINT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	info TEXT NOT NULL, 
	secret BLOB NOT NULL, due_at BIGINT, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('t','chess','open',1,1,2,'{}',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F',NULL);
CREATE TABLE tokens (
	table_id TEXT NOT NULL, 
	hash BLOB NOT NULL, 
	seat INTEGER, 
	host BOOLEAN NOT NULL, 
	created_at BIGINT NOT NULL, link BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_tokens PRIMARY KEY (table_id, hash), 
	CONSTRAINT fk_tokens_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
INSERT INTO "tokens" VALUES('t',X'3C469E9D6C5875D37A43F353D4F88E61FCF812C66EEE3457465A40B0DA4153E0',1,1,1,0);
CREATE TABLE transfers (
	hash BLOB NOT NULL, 
	table_id TEXT NOT NULL, 
	seat INTEGER, 
	host BOOLEAN NOT NULL, 
	expires_at BIGINT NOT NULL, 
	CONSTRAINT pk_transfers PRIMARY KEY (hash), 
	CONSTRAINT fk_transfers_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "transfers" VALUES(X'5694D08A2E53FFCAE0C3103E5AD6F6076ABD960EB1F8A56577040BC1028F702B','t',2,0,100);
CREATE INDEX ix_tables_status_changed_at ON tables (status, changed_at);
CREATE UNIQUE INDEX ix_events_table_id_command ON events (table_id, command) WHERE command IS NOT NULL;
CREATE INDEX ix_transfers_table_id ON transfers (table_id);
CREATE TRIGGER events_without_gaps BEFORE INSERT ON events
    WHEN new.seq < 1 OR (new.seq > 1 AND NOT EXISTS (
        SELECT 1 FROM events WHERE table_id = new.table_id AND seq = new.seq - 1))
    BEGIN SELECT raise(ABORT, 'gap'); END;
CREATE INDEX ix_tables_due_at ON tables (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ix_notices_feed ON notices (feed);
COMMIT;
