/** How many of the last commands of a session `heads` remembers by their ids. */
export const recentCommands = 8

/**
 * Version 1 of the schema. Never edit a released version: add a migration. `docs/fleets.md` explains it.
 *
 * Identifiers are JSON strings without their quotes (`encodeText`) and JSON stays text, because `jsonb` refuses NUL and
 * lone surrogates, which broken transcripts hold. Times are epoch milliseconds.
 *
 * `heads` has one row for each session id that was ever written, also after its removal. `version` grows with every command, and a
 * command that was decided on another version changes nothing; so no lock is held while a process decides. The id of the last
 * command must fit, too: after a backup or standby without the last commands took over, the same numbers come again for other
 * commands. `recent` are the ids of the last commands, by which a repeated one is recognised after a lost connection.
 *
 * In `write_session` the session's row and new messages, which most commands change, have parameters of their own: a loop over JSON
 * costs as much as all the rest. No query plan depends on a value, so generic plans are forced. `jobs` is the queue of a fleet: a
 * job is free when it is `due`, and a claim moves that into the future.
 */
export const schemaV1 = (schema: string): string => `
CREATE TABLE ${schema}.heads (
  session text PRIMARY KEY,
  version bigint NOT NULL,
  owner text,
  token bigint NOT NULL DEFAULT 0,
  expires_at float8 NOT NULL DEFAULT 0,
  recent uuid[] NOT NULL DEFAULT '{}'
) WITH (fillfactor = 70);

CREATE TABLE ${schema}.sessions (
  session text PRIMARY KEY,
  epoch bigint NOT NULL,
  revision bigint NOT NULL,
  floor bigint NOT NULL,
  count bigint NOT NULL,
  head text NOT NULL,
  next_key bigint NOT NULL,
  standing text,
  created_at float8 NOT NULL,
  updated_at float8 NOT NULL,
  removed_at float8
) WITH (fillfactor = 70);

CREATE TABLE ${schema}.messages (
  session text NOT NULL,
  key bigint NOT NULL,
  place bigint,
  content_digest text NOT NULL,
  prefix text,
  revision bigint NOT NULL,
  meta text NOT NULL,
  raw text NOT NULL,
  PRIMARY KEY (session, key)
);
CREATE INDEX messages_by_prefix ON ${schema}.messages (prefix) WHERE prefix IS NOT NULL;

CREATE TABLE ${schema}.prefixes (
  digest text NOT NULL,
  session text NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (session, revision, digest)
);
CREATE INDEX prefixes_by_digest ON ${schema}.prefixes (digest);

CREATE TABLE ${schema}.changes (
  session text NOT NULL,
  revision bigint NOT NULL,
  epoch bigint NOT NULL,
  kind text NOT NULL,
  from_seq bigint NOT NULL,
  undoes bigint,
  undone_by bigint,
  meta text,
  created_at float8 NOT NULL,
  former_head text NOT NULL,
  edits text NOT NULL,
  PRIMARY KEY (session, revision)
);
CREATE INDEX changes_by_former_head ON ${schema}.changes (former_head);

CREATE TABLE ${schema}.parts (
  session text NOT NULL,
  call_id text NOT NULL,
  occurrence bigint NOT NULL,
  name text NOT NULL,
  input text,
  status text NOT NULL,
  output text,
  is_error boolean,
  synthetic boolean NOT NULL,
  started_at float8,
  ended_at float8,
  ordinal bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (session, call_id, occurrence)
);

CREATE TABLE ${schema}.turns (
  session text NOT NULL,
  key bigint NOT NULL,
  turn_id text NOT NULL,
  state text NOT NULL,
  input text,
  tools text,
  data text,
  provenance text,
  created_at float8 NOT NULL,
  updated_at float8 NOT NULL,
  PRIMARY KEY (session, key),
  UNIQUE (session, turn_id)
);
CREATE INDEX pending_turns ON ${schema}.turns (created_at) WHERE state NOT IN ('completed', 'interrupted');

CREATE TABLE ${schema}.state (
  session text NOT NULL,
  owner text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  expires_at float8,
  updated_at float8 NOT NULL,
  PRIMARY KEY (session, owner, key)
);
CREATE INDEX state_by_name ON ${schema}.state (owner, key);

CREATE TABLE ${schema}.attempts (
  session text NOT NULL,
  fingerprint text NOT NULL,
  rung text NOT NULL,
  PRIMARY KEY (session, fingerprint, rung)
);

CREATE TABLE ${schema}.response_references (
  id text PRIMARY KEY,
  session text NOT NULL
);
CREATE INDEX response_references_of_session ON ${schema}.response_references (session);

CREATE TABLE ${schema}.jobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session text NOT NULL,
  turn text NOT NULL,
  payload text NOT NULL,
  due timestamptz NOT NULL DEFAULT now(),
  claim uuid,
  claimed_by text,
  deliveries integer NOT NULL DEFAULT 0,
  is_parked boolean NOT NULL DEFAULT false,
  reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (session, turn)
);
CREATE INDEX due_jobs ON ${schema}.jobs (due) WHERE NOT is_parked;

CREATE FUNCTION ${schema}.write_session(
  p_session text, p_version bigint, p_last uuid, p_command uuid, p_row ${schema}.sessions, p_messages json, p_changes json,
  p_channel text
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${schema}, pg_temp SET lock_timeout = '5s'
SET plan_cache_mode = force_generic_plan AS $function$
DECLARE
  change json;
  item json;
BEGIN
  IF p_version = 0 THEN
    INSERT INTO heads (session, version) VALUES (p_session, 0) ON CONFLICT DO NOTHING;
  END IF;
  UPDATE heads SET version = version + 1, recent = (array_prepend(p_command, recent))[1:${recentCommands}]
  WHERE session = p_session AND version = p_version AND recent[1] IS NOT DISTINCT FROM p_last;
  IF NOT FOUND THEN
    RETURN EXISTS (SELECT FROM heads WHERE session = p_session AND p_command = ANY (recent));
  END IF;
  IF p_row.session IS NOT NULL THEN
    UPDATE sessions SET epoch = p_row.epoch, revision = p_row.revision, floor = p_row.floor, count = p_row.count,
      head = p_row.head, next_key = p_row.next_key, standing = p_row.standing, created_at = p_row.created_at,
      updated_at = p_row.updated_at, removed_at = p_row.removed_at
    WHERE session = p_session;
    IF NOT FOUND THEN
      INSERT INTO sessions SELECT p_row.*;
    END IF;
  END IF;
  IF p_messages IS NOT NULL THEN
    INSERT INTO messages SELECT * FROM json_populate_recordset(NULL::messages, p_messages);
  END IF;
  IF p_changes IS NOT NULL THEN
    FOR change IN SELECT value FROM json_array_elements(p_changes) LOOP
      item := change -> 'row';
      CASE change ->> 'type'
      WHEN 'session_removed' THEN
        DELETE FROM messages WHERE session = p_session;
        DELETE FROM prefixes WHERE session = p_session;
        DELETE FROM changes WHERE session = p_session;
        DELETE FROM parts WHERE session = p_session;
        DELETE FROM turns WHERE session = p_session;
        DELETE FROM state WHERE session = p_session;
        DELETE FROM attempts WHERE session = p_session;
        DELETE FROM response_references WHERE session = p_session;
        UPDATE sessions s SET epoch = r.epoch, revision = r.revision, floor = r.floor, count = r.count, head = r.head,
          next_key = r.next_key, standing = r.standing, updated_at = r.updated_at, removed_at = r.removed_at
        FROM json_populate_record(NULL::sessions, item) r WHERE s.session = p_session;
      WHEN 'messages_added' THEN
        INSERT INTO messages SELECT * FROM json_populate_recordset(NULL::messages, item);
      WHEN 'messages_placed' THEN
        UPDATE messages m SET place = r.place FROM json_populate_recordset(NULL::messages, item) r
        WHERE m.session = p_session AND m.key = r.key;
      WHEN 'messages_dropped' THEN
        DELETE FROM messages m USING json_populate_recordset(NULL::messages, item) r
        WHERE m.session = p_session AND m.key = r.key;
      WHEN 'prefixes_added' THEN
        INSERT INTO prefixes SELECT * FROM json_populate_recordset(NULL::prefixes, item) ON CONFLICT DO NOTHING;
      WHEN 'change_recorded' THEN
        INSERT INTO changes SELECT * FROM json_populate_record(NULL::changes, item);
      WHEN 'change_undone' THEN
        UPDATE changes c SET undone_by = r.undone_by FROM json_populate_record(NULL::changes, item) r
        WHERE c.session = p_session AND c.revision = r.revision;
      WHEN 'part_saved' THEN
        INSERT INTO parts
          (session, call_id, occurrence, name, input, status, output, is_error, synthetic, started_at, ended_at)
        SELECT session, call_id, occurrence, name, input, status, output, is_error, synthetic, started_at, ended_at
        FROM json_populate_record(NULL::parts, item)
        ON CONFLICT (session, call_id, occurrence) DO UPDATE SET name = excluded.name, input = excluded.input,
          status = excluded.status, output = excluded.output, is_error = excluded.is_error,
          synthetic = excluded.synthetic, started_at = excluded.started_at, ended_at = excluded.ended_at;
      WHEN 'turn_saved' THEN
        INSERT INTO turns SELECT * FROM json_populate_record(NULL::turns, item)
        ON CONFLICT (session, key) DO UPDATE SET state = excluded.state, input = excluded.input, tools = excluded.tools,
          data = excluded.data, provenance = excluded.provenance, updated_at = excluded.updated_at;
      WHEN 'state_saved' THEN
        INSERT INTO state SELECT * FROM json_populate_record(NULL::state, item)
        ON CONFLICT (session, owner, key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at,
          updated_at = excluded.updated_at;
      WHEN 'state_cleared' THEN
        DELETE FROM state s USING json_populate_record(NULL::state, item) r
        WHERE s.session = p_session AND s.owner = r.owner AND s.key = r.key;
      WHEN 'lease_saved' THEN
        UPDATE heads h SET (owner, token, expires_at) = (r.owner, r.token, r.expires_at)
        FROM json_populate_record(NULL::heads, item) r WHERE h.session = p_session;
      WHEN 'attempt_added' THEN
        INSERT INTO attempts SELECT * FROM json_populate_record(NULL::attempts, item) ON CONFLICT DO NOTHING;
      WHEN 'attempts_cleared' THEN
        DELETE FROM attempts WHERE session = p_session;
      WHEN 'reference_saved' THEN
        INSERT INTO response_references SELECT * FROM json_populate_record(NULL::response_references, item)
        ON CONFLICT (id) DO UPDATE SET session = excluded.session;
      WHEN 'reference_dropped' THEN
        DELETE FROM response_references d USING json_populate_record(NULL::response_references, item) r
        WHERE d.id = r.id;
      END CASE;
    END LOOP;
  END IF;
  IF p_channel IS NOT NULL THEN
    PERFORM pg_notify(p_channel, left(p_session, 2000));
  END IF;
  RETURN true;
END
$function$;
REVOKE ALL ON FUNCTION ${schema}.write_session FROM PUBLIC;
`
