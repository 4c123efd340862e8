BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
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
INSERT INTO "events" VALUES('74h5tgvqk226xejo',1,1800000000000,'created','{"kind":"created","game":"movie","rules":1,"box":null,"options":{},"places":[{"who":"person","bot":null,"name":"P1","away":false,"resigned":false,"muted":false},{"who":"person","bot":null,"name":null,"away":false,"resigned":false,"muted":false},{"who":"bot","bot":"random","name":null,"away":false,"resigned":false,"muted":false}],"listed":false,"watchable":true,"on_resign":"bot","record":null}',NULL);
INSERT INTO "events" VALUES('74h5tgvqk226xejo',2,1800000000000,'seated','{"kind":"seated","seat":1,"name":"P2"}',NULL);
INSERT INTO "events" VALUES('74h5tgvqk226xejo',3,1800000000000,'begun','{"kind":"begun","drawn":["first 3","-1","+3","horn","+4","+1","+2"]}',NULL);
INSERT INTO "events" VALUES('74h5tgvqk226xejo',4,1800000000000,'moved','{"kind":"moved","seat":2,"said":["castle a5"],"drawn":[]}','bot:2:1');
INSERT INTO "events" VALUES('74h5tgvqk226xejo',5,1800000000000,'moved','{"kind":"moved","seat":0,"said":["beowulf a1"],"drawn":[]}','0:140174374413840-2');
INSERT INTO "events" VALUES('74h5tgvqk226xejo',6,1800000000000,'moved','{"kind":"moved","seat":1,"said":["beowulf b1"],"drawn":[]}','1:140174373910480-2');
INSERT INTO "events" VALUES('74h5tgvqk226xejo',7,1800000000000,'moved','{"kind":"moved","seat":2,"said":["thane c3"],"drawn":[]}','bot:2:2');
INSERT INTO "events" VALUES('74h5tgvqk226xejo',8,1800000000000,'moved','{"kind":"moved","seat":0,"said":["thane c1"],"drawn":[]}','0:140174374413840-4');
INSERT INTO "events" VALUES('74h5tgvqk226xejo',9,1800000000000,'moved','{"kind":"moved","seat":1,"said":["thane d1"],"drawn":[]}','1:140174373910480-4');
INSERT INTO "events" VALUES('74h5tgvqk226xejo',10,1800000000000,'moved','{"kind":"moved","seat":2,"said":["thane b4"],"drawn":[]}','bot:2:3');
INSERT INTO "events" VALUES('74h5tgvqk226xejo',11,1800000000000,'moved','{"kind":"moved","seat":0,"said":["thane e1"],"drawn":[]}','0:140174374413840-6');
INSERT INTO "events" VALUES('74h5tgvqk226xejo',12,1800000000000,'moved','{"kind":"moved","seat":1,"said":["thane a2"],"drawn":[]}','1:140174373910480-6');
INSERT INTO "events" VALUES('74h5tgvqk226xejo',13,1800000000000,'moved','{"kind":"moved","seat":2,"said":["draw"],"drawn":["-1"]}','bot:2:4');
INSERT INTO "events" VALUES('74h5tgvqk226xejo',14,1800000000000,'moved','{"kind":"moved","seat":2,"said":["-1 c2"],"drawn":[]}','bot:2:5');
INSERT INTO "events" VALUES('74h5tgvqk226xejo',15,1800000000000,'moved','{"kind":"moved","seat":0,"said":["castle b2"],"drawn":[]}','0:140174374413840-8');
INSERT INTO "events" VALUES('74h5tgvqk226xejo',16,1800000000000,'moved','{"kind":"moved","seat":1,"said":["castle d2"],"drawn":[]}','1:140174373910480-8');
INSERT INTO "events" VALUES('74h5tgvqk226xejo',17,1800000000000,'moved','{"kind":"moved","seat":2,"said":["draw"],"drawn":["mead+4"]}','bot:2:6');
INSERT INTO "events" VALUES('74h5tgvqk226xejo',18,1800000000000,'chatted','{"kind":"chatted","seat":0,"text":"Hwæt!"}','0:140174374413840-9');
INSERT INTO "events" VALUES('74h5tgvqk226xejo',19,1800000000000,'moved','{"kind":"moved","seat":2,"said":["-1 a3"],"drawn":[]}','bot:2:7');
INSERT INTO "events" VALUES('krxqvwhcpqhlr2ho',1,1800000000000,'created','{"kind":"created","game":"legend","rules":1,"box":null,"options":{},"places":[{"who":"person","bot":null,"name":"P1","away":false,"resigned":false,"muted":false},{"who":"person","bot":null,"name":null,"away":false,"resigned":false,"muted":false},{"who":"bot","bot":"random","name":null,"away":false,"resigned":false,"muted":false}],"listed":false,"watchable":true,"on_resign":"bot","record":null}',NULL);
INSERT INTO "events" VALUES('krxqvwhcpqhlr2ho',2,1800000000000,'seated','{"kind":"seated","seat":1,"name":"P2"}',NULL);
INSERT INTO "events" VALUES('krxqvwhcpqhlr2ho',3,1800000000000,'begun','{"kind":"begun","drawn":["first 2","courage1","beowulf1","courage1","beowulf1","courage2","wit1","fighting1","travelling2","friendship1","wit2","travelling1","travelling2","fighting2","friendship2","friendship1"]}',NULL);
INSERT INTO "events" VALUES('krxqvwhcpqhlr2ho',4,1800000000000,'moved','{"kind":"moved","seat":1,"said":["discard courage1","discard courage1","done"],"drawn":["friendship2","wit1"]}','1:140174342069648-4');
INSERT INTO "events" VALUES('krxqvwhcpqhlr2ho',5,1800000000000,'moved','{"kind":"moved","seat":2,"said":["discard wit2","discard fighting2","done"],"drawn":["friendship1","courage2"]}','bot:2:1');
INSERT INTO "events" VALUES('krxqvwhcpqhlr2ho',6,1800000000000,'moved','{"kind":"moved","seat":0,"said":["discard travelling1","discard travelling2","done"],"drawn":["travelling2","wit1"]}','0:140174351811600-4');
INSERT INTO "events" VALUES('krxqvwhcpqhlr2ho',7,1800000000000,'moved','{"kind":"moved","seat":1,"said":["risk"],"drawn":["beowulf1","beowulf1"]}','1:140174342069648-6');
INSERT INTO "events" VALUES('krxqvwhcpqhlr2ho',8,1800000000000,'moved','{"kind":"moved","seat":2,"said":["risk"],"drawn":["travelling2","beowulf1"]}','bot:2:2');
INSERT INTO "events" VALUES('krxqvwhcpqhlr2ho',9,1800000000000,'moved','{"kind":"moved","seat":0,"said":["risk"],"drawn":["wit1","courage2","fighting1","fighting1","wit1","friendship1","travelling2","beowulf1"]}','0:140174351811600-6');
INSERT INTO "events" VALUES('krxqvwhcpqhlr2ho',10,1800000000000,'moved','{"kind":"moved","seat":1,"said":["take travelling2"],"drawn":[]}','1:140174342069648-8');
INSERT INTO "events" VALUES('krxqvwhcpqhlr2ho',11,1800000000000,'moved','{"kind":"moved","seat":2,"said":["take wit1"],"drawn":[]}','bot:2:3');
INSERT INTO "events" VALUES('krxqvwhcpqhlr2ho',12,1800000000000,'moved','{"kind":"moved","seat":0,"said":["take friendship1"],"drawn":[]}','0:140174351811600-8');
INSERT INTO "events" VALUES('krxqvwhcpqhlr2ho',13,1800000000000,'moved','{"kind":"moved","seat":1,"said":["take fighting1"],"drawn":[]}','1:140174342069648-10');
INSERT INTO "events" VALUES('krxqvwhcpqhlr2ho',14,1800000000000,'moved','{"kind":"moved","seat":2,"said":["take fighting1"],"drawn":[]}','bot:2:4');
INSERT INTO "events" VALUES('krxqvwhcpqhlr2ho',15,1800000000000,'moved','{"kind":"moved","seat":0,"said":["take beowulf1"],"drawn":[]}','0:140174351811600-10');
INSERT INTO "events" VALUES('krxqvwhcpqhlr2ho',16,1800000000000,'moved','{"kind":"moved","seat":2,"said":["done"],"drawn":[]}','bot:2:5');
INSERT INTO "events" VALUES('krxqvwhcpqhlr2ho',17,1800000000000,'chatted','{"kind":"chatted","seat":0,"text":"Hwæt!"}','0:140174351811600-11');
CREATE TABLE pulse (
	id BOOLEAN DEFAULT 1 NOT NULL, 
	beats BIGINT NOT NULL, 
	CONSTRAINT pk_pulse PRIMARY KEY (id)
);
INSERT INTO "pulse" VALUES(1,0);
CREATE TABLE tables (
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	status TEXT NOT NULL, 
	listed BOOLEAN NOT NULL, 
	created_at BIGINT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	info TEXT NOT NULL, 
	secret BLOB NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('74h5tgvqk226xejo','movie','playing',0,1800000000000,1800000000000,'{"table":"74h5tgvqk226xejo","game":"movie","rules":1,"own_box":false,"options":{},"status":"playing","why":null,"listed":false,"watchable":true,"on_resign":"bot","imported":false,"places":[{"who":"person","name":"P1","bot":null,"away":false,"resigned":false,"muted":false},{"who":"person","name":"P2","bot":null,"away":false,"resigned":false,"muted":false},{"who":"bot","name":null,"bot":"random","away":false,"resigned":false,"muted":false}],"asked":[1],"request":null,"next":null}',X'AB2B4BE69F97EDCA9289FF519811CF522015F2D4090BB1D5D6896D21520240EB');
INSERT INTO "tables" VALUES('krxqvwhcpqhlr2ho','legend','playing',0,1800000000000,1800000000000,'{"table":"krxqvwhcpqhlr2ho","game":"legend","rules":1,"own_box":false,"options":{},"status":"playing","why":null,"listed":false,"watchable":true,"on_resign":"bot","imported":false,"places":[{"who":"person","name":"P1","bot":null,"away":false,"resigned":false,"muted":false},{"who":"person","name":"P2","bot":null,"away":false,"resigned":false,"muted":false},{"who":"bot","name":null,"bot":"random","away":false,"resigned":false,"muted":false}],"asked":[2,1],"request":null,"next":null}',X'39B8F062E3AD8D8E3AAF1951A478AE56923EA83B6BB1CDA2A22DDAE3AF551DC0');
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
INSERT INTO "tokens" VALUES('74h5tgvqk226xejo',X'4B6FE9C29E5BE5AE07B768419DB6B66059CB3608975BBB782885F2A1A649B287',1,0,1800000000000,0);
INSERT INTO "tokens" VALUES('74h5tgvqk226xejo',X'8293700D2F2CECDCA3F7F851A336ECCCCC2C4EAC82A19405436A4FF1DEA19503',0,1,1800000000000,0);
INSERT INTO "tokens" VALUES('krxqvwhcpqhlr2ho',X'63C629E8EF4AB2D5C5C63C4CCDC3436A267D3388DDFF8CCD953E75630C74AFC4',0,1,1800000000000,0);
INSERT INTO "tokens" VALUES('krxqvwhcpqhlr2ho',X'D53D9917B8367E0654B639457E192B9A16D1E58BCFA3E588338AC475D97C4B22',1,0,1800000000000,0);
CREATE TABLE transfers (
	hash BLOB NOT NULL, 
	table_id TEXT NOT NULL, 
	seat INTEGER, 
	host BOOLEAN NOT NULL, 
	expires_at BIGINT NOT NULL, 
	CONSTRAINT pk_transfers PRIMARY KEY (hash), 
	CONSTRAINT fk_transfers_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE INDEX ix_tables_status_changed_at ON tables (status, changed_at);
CREATE UNIQUE INDEX ix_events_table_id_command ON events (table_id, command) WHERE command IS NOT NULL;
CREATE INDEX ix_transfers_table_id ON transfers (table_id);
CREATE TRIGGER events_without_gaps BEFORE INSERT ON events
    WHEN new.seq < 1 OR (new.seq > 1 AND NOT EXISTS (
        SELECT 1 FROM events WHERE table_id = new.table_id AND seq = new.seq - 1))
    BEGIN SELECT raise(ABORT, 'gap'); END;
COMMIT;
