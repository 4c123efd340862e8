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
INSERT INTO "events" VALUES('jdenuzfakhnmzp3z',1,1800000000000,'created','{"kind":"created","game":"movie","rules":1,"box":null,"box_hash":"3b0d4c86cb1bcd9d00483f29467c505f019cf9de03ef2836f2422021885aa583","options":{},"places":[{"who":"person","bot":null,"name":"P1","away":false,"by_host":false,"resigned":false,"once":false,"muted":false,"salt":null},{"who":"person","bot":null,"name":null,"away":false,"by_host":false,"resigned":false,"once":false,"muted":false,"salt":null},{"who":"bot","bot":"random","name":null,"away":false,"by_host":false,"resigned":false,"once":false,"muted":false,"salt":null}],"listed":false,"watchable":true,"on_resign":"bot","record":null,"fork":null,"hints":null,"deal":1,"clock":{"per":"game","seconds":600,"increment":10,"when_out":"until-return"}}',NULL);
INSERT INTO "events" VALUES('jdenuzfakhnmzp3z',2,1800000000000,'seated','{"kind":"seated","seat":1,"name":"P2","salt":null}',NULL);
INSERT INTO "events" VALUES('jdenuzfakhnmzp3z',3,1800000000000,'begun','{"kind":"begun","drawn":["first 2","-1","+4","+3","+2","drunkenness-2","mead+3"]}',NULL);
INSERT INTO "events" VALUES('jdenuzfakhnmzp3z',4,1800000000000,'moved','{"kind":"moved","seat":1,"said":["beowulf a1"],"drawn":[]}','1.b71c5eaa:139860355236176-2');
INSERT INTO "events" VALUES('jdenuzfakhnmzp3z',5,1800000000000,'moved','{"kind":"moved","seat":2,"said":["beowulf d5"],"drawn":[]}','bot:2:1');
INSERT INTO "events" VALUES('jdenuzfakhnmzp3z',6,1800000000000,'moved','{"kind":"moved","seat":0,"said":["beowulf b1"],"drawn":[]}','0.7d56cd7f:139860353450896-2');
INSERT INTO "events" VALUES('jdenuzfakhnmzp3z',7,1800000000000,'moved','{"kind":"moved","seat":1,"said":["thane c1"],"drawn":[]}','1.b71c5eaa:139860355236176-4');
INSERT INTO "events" VALUES('jdenuzfakhnmzp3z',8,1800000000000,'moved','{"kind":"moved","seat":2,"said":["longship a5"],"drawn":[]}','bot:2:2');
INSERT INTO "events" VALUES('jdenuzfakhnmzp3z',9,1800000000000,'moved','{"kind":"moved","seat":0,"said":["thane d1"],"drawn":[]}','0.7d56cd7f:139860353450896-4');
INSERT INTO "events" VALUES('jdenuzfakhnmzp3z',10,1800000000000,'moved','{"kind":"moved","seat":1,"said":["thane e1"],"drawn":[]}','1.b71c5eaa:139860355236176-6');
INSERT INTO "events" VALUES('jdenuzfakhnmzp3z',11,1800000000000,'moved','{"kind":"moved","seat":2,"said":["longship c4"],"drawn":[]}','bot:2:3');
INSERT INTO "events" VALUES('jdenuzfakhnmzp3z',12,1800000000000,'moved','{"kind":"moved","seat":0,"said":["thane a2"],"drawn":[]}','0.7d56cd7f:139860353450896-6');
INSERT INTO "events" VALUES('jdenuzfakhnmzp3z',13,1800000000000,'moved','{"kind":"moved","seat":1,"said":["castle b2"],"drawn":[]}','1.b71c5eaa:139860355236176-8');
INSERT INTO "events" VALUES('jdenuzfakhnmzp3z',14,1800000000000,'moved','{"kind":"moved","seat":2,"said":["draw"],"drawn":["horn"]}','bot:2:4');
INSERT INTO "events" VALUES('jdenuzfakhnmzp3z',15,1800000000000,'moved','{"kind":"moved","seat":2,"said":["+3 e2"],"drawn":[]}','bot:2:5');
INSERT INTO "events" VALUES('jdenuzfakhnmzp3z',16,1800000000000,'moved','{"kind":"moved","seat":0,"said":["castle c2"],"drawn":[]}','0.7d56cd7f:139860353450896-8');
INSERT INTO "events" VALUES('jdenuzfakhnmzp3z',17,1800000000000,'chatted','{"kind":"chatted","seat":0,"text":"Hwæt!"}','0.7d56cd7f:139860353450896-9');
INSERT INTO "events" VALUES('pu3catjgquabeips',1,1800000000000,'created','{"kind":"created","game":"legend","rules":1,"box":null,"box_hash":"4b9588739a4217ed77e9c7c54aaf7a4cc4c224949e27dc6bbfa26a88e290e5ba","options":{},"places":[{"who":"person","bot":null,"name":"P1","away":false,"by_host":false,"resigned":false,"once":false,"muted":false,"salt":null},{"who":"person","bot":null,"name":null,"away":false,"by_host":false,"resigned":false,"once":false,"muted":false,"salt":null},{"who":"bot","bot":"random","name":null,"away":false,"by_host":false,"resigned":false,"once":false,"muted":false,"salt":null}],"listed":false,"watchable":true,"on_resign":"bot","record":null,"fork":null,"hints":null,"deal":1,"clock":{"per":"game","seconds":600,"increment":10,"when_out":"until-return"}}',NULL);
INSERT INTO "events" VALUES('pu3catjgquabeips',2,1800000000000,'seated','{"kind":"seated","seat":1,"name":"P2","salt":null}',NULL);
INSERT INTO "events" VALUES('pu3catjgquabeips',3,1800000000000,'begun','{"kind":"begun","drawn":["first 1","fighting2","fighting2","friendship2","friendship1","beowulf1","wit1","fighting1","wit1","fighting1","wit2","friendship2","courage1","beowulf1","friendship1","travelling1"]}',NULL);
INSERT INTO "events" VALUES('pu3catjgquabeips',4,1800000000000,'moved','{"kind":"moved","seat":0,"said":["discard friendship1","discard friendship2","done"],"drawn":["courage1","travelling1"]}','0.36015053:139860311154256-4');
INSERT INTO "events" VALUES('pu3catjgquabeips',5,1800000000000,'moved','{"kind":"moved","seat":1,"said":["discard wit1","discard wit1","done"],"drawn":["courage1","travelling1"]}','1.658d7aeb:139860311096080-4');
INSERT INTO "events" VALUES('pu3catjgquabeips',6,1800000000000,'moved','{"kind":"moved","seat":2,"said":["discard courage1","discard beowulf1","done"],"drawn":["wit2","travelling1"]}','bot:2:1');
INSERT INTO "events" VALUES('pu3catjgquabeips',7,1800000000000,'moved','{"kind":"moved","seat":0,"said":["risk"],"drawn":["courage2","wit1"]}','0.36015053:139860311154256-6');
INSERT INTO "events" VALUES('pu3catjgquabeips',8,1800000000000,'moved','{"kind":"moved","seat":1,"said":["risk"],"drawn":["courage1","friendship1"]}','1.658d7aeb:139860311096080-6');
INSERT INTO "events" VALUES('pu3catjgquabeips',9,1800000000000,'moved','{"kind":"moved","seat":2,"said":["risk"],"drawn":["courage1","travelling1","friendship2","beowulf1","friendship1","travelling2","fighting2","courage1"]}','bot:2:2');
INSERT INTO "events" VALUES('pu3catjgquabeips',10,1800000000000,'moved','{"kind":"moved","seat":0,"said":["take travelling2"],"drawn":[]}','0.36015053:139860311154256-8');
INSERT INTO "events" VALUES('pu3catjgquabeips',11,1800000000000,'moved','{"kind":"moved","seat":1,"said":["take friendship1"],"drawn":[]}','1.658d7aeb:139860311096080-8');
INSERT INTO "events" VALUES('pu3catjgquabeips',12,1800000000000,'moved','{"kind":"moved","seat":2,"said":["take friendship2"],"drawn":[]}','bot:2:3');
INSERT INTO "events" VALUES('pu3catjgquabeips',13,1800000000000,'moved','{"kind":"moved","seat":0,"said":["take courage1"],"drawn":[]}','0.36015053:139860311154256-10');
INSERT INTO "events" VALUES('pu3catjgquabeips',14,1800000000000,'moved','{"kind":"moved","seat":1,"said":["take fighting2"],"drawn":[]}','1.658d7aeb:139860311096080-10');
INSERT INTO "events" VALUES('pu3catjgquabeips',15,1800000000000,'moved','{"kind":"moved","seat":2,"said":["take beowulf1"],"drawn":[]}','bot:2:4');
INSERT INTO "events" VALUES('pu3catjgquabeips',16,1800000000000,'chatted','{"kind":"chatted","seat":0,"text":"Hwæt!"}','0.36015053:139860311154256-11');
INSERT INTO "events" VALUES('pu3catjgquabeips',17,1800000000000,'moved','{"kind":"moved","seat":2,"said":["bid wit2","done"],"drawn":[]}','bot:2:5');
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
INSERT INTO "tables" VALUES('jdenuzfakhnmzp3z','movie','playing',0,1800000000000,1800000000000,'{"table":"jdenuzfakhnmzp3z","game":"movie","rules":1,"own_box":false,"options":{},"status":"playing","why":null,"listed":false,"watchable":true,"on_resign":"bot","hints":false,"imported":false,"places":[{"who":"person","name":"P1","bot":null,"away":false,"resigned":false,"muted":false},{"who":"person","name":"P2","bot":null,"away":false,"resigned":false,"muted":false},{"who":"bot","name":null,"bot":"random","away":false,"resigned":false,"muted":false}],"asked":[2],"request":null,"next":null,"what_if":null,"clock":{"per":"game","seconds":600,"increment":10,"when_out":"until-return"},"times":{"at":1800000000000,"left":[640000,640000,600000],"running":[2],"paused":false}}',X'6DF05B4F0E53D3841F8966D35CDBF91F78C822F6BDECCAF822588B3D0D2C7B0D',1800000640000);
INSERT INTO "tables" VALUES('pu3catjgquabeips','legend','playing',0,1800000000000,1800000000000,'{"table":"pu3catjgquabeips","game":"legend","rules":1,"own_box":false,"options":{},"status":"playing","why":null,"listed":false,"watchable":true,"on_resign":"bot","hints":false,"imported":false,"places":[{"who":"person","name":"P1","bot":null,"away":false,"resigned":false,"muted":false},{"who":"person","name":"P2","bot":null,"away":false,"resigned":false,"muted":false},{"who":"bot","name":null,"bot":"random","away":false,"resigned":false,"muted":false}],"asked":[1,2],"request":null,"next":null,"what_if":null,"clock":{"per":"game","seconds":600,"increment":10,"when_out":"until-return"},"times":{"at":1800000000000,"left":[640000,640000,600000],"running":[1,2],"paused":false}}',X'55A6FDFA3FF6CFE970260B7E6997E0DF767D1A1602CF49E032763A16B47CC580',1800000640000);
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
INSERT INTO "tokens" VALUES('jdenuzfakhnmzp3z',X'7D56CD7FF9E4CFAA5D4D654A76494571ADD8A2587A43E893C102EE8F25CD41CA',0,1,1800000000000,0);
INSERT INTO "tokens" VALUES('jdenuzfakhnmzp3z',X'B71C5EAAA11C6C9DB98A6A31C907C552C275B18567BE6E60E952033AE414A26B',1,0,1800000000000,0);
INSERT INTO "tokens" VALUES('pu3catjgquabeips',X'360150538FBC45A938F05F643466FE2531B8994C9A461819A004F7778FABF543',0,1,1800000000000,0);
INSERT INTO "tokens" VALUES('pu3catjgquabeips',X'658D7AEBAD5117189699E5F0986CC3B2A60F9D0923E4344A46776BC985719291',1,0,1800000000000,0);
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
CREATE INDEX ix_tables_due_at ON tables (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ix_notices_feed ON notices (feed);
COMMIT;
