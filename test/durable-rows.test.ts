import { numbered, rowsAreShown, type Shown } from './shown-rows.ts'

const recover = (title: string): Shown => ['test/journal/recover.test.ts', title]
const store = (title: string): Shown => ['test/storage/journal-store.test.ts', title]
/** A fact of hermes-webui; its id stands in the title of its test. */
const hermes = (id: string): Shown => ['test/audit/hermes-cases.jsonl', `{"id":"${id}",`]

const guard = (title: string): Shown => ['test/audit/hermes-guards.test.ts', title]

const recordings: Shown = [
  'test/cli/recordings.test.ts',
  'recordings cannot be listed, searched, shown, exported, recovered, or replay sends without being told',
]
const recorder = (title: string): Shown => ['test/proxy/recorder.test.ts', title]
const derived: Shown = [
  'test/journal/derived.test.ts',
  'derived files that are gone or damaged change an answer, or come back otherwise',
]

const shown: Readonly<Record<string, Shown>> = {
  'S-000-1': ['test/cli/recover.test.ts', 'recover writes without being asked, or ends with the wrong code'],
  'S-000-2': recover('one bad session stops the others'),
  'S-000-3': derived,
  'S-000-4': ['test/record-log/scan.test.ts', 'U+2028, U+0085 or a lone CR ends a line'],
  'S-000-5': recover('a torn tail stays, or its bytes are gone'),
  'S-000-6': recover('empty lines shift the offsets of the index'),
  'S-000-7': derived,
  'S-000-8': recover('a clean session is written to, or called anything but clean'),
  'S-000-9': recover('a session whose owner died stays active'),
  'S-000-10': recover('a corrupt manifest hides the session'),
  'S-000-11': ['test/journal/told-facts.test.ts', 'a list of sessions cannot tell what one holds, how it ended'],
  'S-000-12': recorder('a recorder says otherwise of itself than it has done'),
  'S-000-13': recorder('a recording that is being written is deleted, or a second recorder waits for the first'),
  'S-000-14': ['test/journal/io-faults.test.ts', 'a call that fails once makes the store useless afterwards'],
  'S-000-15': store('a change above the cap is stored, or dropped in silence'),
  'S-000-16': recorder('a recording that is being written is deleted, or a second recorder waits for the first'),
  'S-000-17': recorder('a recorder says otherwise of itself than it has done'),
  'S-000-18': ['test/journal/query-records.test.ts', 'the query %o gives other records'],
  'S-000-19': ['test/journal/query-records.test.ts', 'a record that is not there is answered by another'],
  'S-000-20': ['test/proxy/search-recording.test.ts', 'words are found where they are not, missed where they are'],
  'S-000-21': ['test/proxy/search-recording.test.ts', 'a summary counts otherwise than its exchanges'],
  'S-000-22': ['test/proxy/recording.test.ts', 'is no HAR that others can read'],
  'S-000-23': recordings,
  'S-000-24': recover('a clean session is written to, or called anything but clean'),
  'S-000-D1': recover('a record that is lost in the middle takes the ones behind it along, or is forgotten'),
  'S-000-D2': recover('a torn tail stays, or its bytes are gone'),
  'S-000-D3': recover('the loss of the last record is forgotten once it is cut off'),
  'S-000-D4': recover('a good last line without line feed is dropped, or the next record is glued to it'),
  'S-000-D5': recover('%s in a line stops the scan'),
  'S-000-D6': recover('a corrupt manifest hides the session'),
  'S-000-D7': recover('one bad session stops the others'),
  'S-000-D8': recover('an unknown id is a success'),
  'S-000-D9': store('a link in the place of a session leads out of the root'),
  'S-000-D10': recover('a session under a living writer is touched'),
  'S-000-D11': ['test/journal/damage.test.ts', 'a flipped bit goes unseen, or takes good records with it'],
  'S-000-D12': recover('a record that was written twice counts twice, or gets another number'),
  'S-000-D13': store('a change above the cap is stored, or dropped in silence'),
  'S-000-D14': store('one index line that cannot be written shifts all that follow'),
  'S-000-D15': ['test/journal/session-log.test.ts', 'with durability %s syncs more or less than it promises (I8)'],
  'S-000-D16': ['test/record-log/scan.test.ts', 'a line of 30 MB that spans many chunks is torn'],
  'S-000-D17': ['test/storage/journal-records.test.ts', 'an export stops before the end'],
  'S-000-D18': ['test/journal/told-facts.test.ts', 'an error is text alone, or one question has two orders'],
  'S-003-1': hermes('count-nondict'),
  'S-003-2': ['test/audit/hermes-sessions.test.ts', 'of a session with %j and a backup with %j something else is said'],
  'S-003-3': hermes('shrunken-live'),
  'S-003-4': guard('two restores share the name of a temporary file, or one that fails leaves its own behind'),
  'S-003-5': hermes('clean-noop'),
  'S-003-6': guard('a file of the system, a hidden one, a folder or a link counts as a session'),
  'S-003-7': hermes('orphan-bak-no-db-row'),
  'S-003-8': hermes('db-corrupt-fail-open'),
  'S-003-9': hermes('audit-tombstone-once'),
  'S-003-10': ['test/audit/hermes-memory.test.ts', 'an audit reads again what is in order and has not changed'],
  'S-003-11': guard('an index is made of what it said, and not of the files'),
  'S-003-12': [
    'test/audit/hermes-pending.test.ts',
    'a save that shrinks keeps no former version, or one that grows keeps one',
  ],
  'S-003-13': hermes('save-partial-load-refused'),
  'S-003-14': hermes('atomic-write-failure'),
  'S-003-15': hermes('clear-not-undone'),
  'S-003-16': hermes('compress-marker-decides'),
  'S-003-17': hermes('shrink-bak-null'),
  'S-003-18': hermes('shrink-bad-variant'),
  'S-003-19': hermes('materialize-old-schema'),
  'S-003-20': hermes('materialize-empty-row'),
  'S-003-21': hermes('materialize-race'),
  'S-003-22': hermes('merge-full-replay'),
  'S-003-23': hermes('audit-ok'),
  'S-003-24': guard('an item has other fields than hermes-webui gives it'),
  'S-003-25': [
    'test/audit/kinds.test.ts',
    'a kind has another category, or recommends something else, than is on record',
  ],
  'S-003-26': hermes('repair-leaves-unsafe'),
  'S-003-27': ['test/audit/audit-command.test.ts', 'the keys of the JSON stand in another order than the sorted one'],
  'S-003-29': hermes('disc-lineage-missing'),
  'S-003-30': hermes('journal-merge-shards'),
  'S-003-31': hermes('journal-defaults'),
  'S-003-32': guard('the intent of a turn is not on the disk when its append returns, or others can read it (I8)'),
  'S-003-33': hermes('journal-collision'),
  'S-003-34': hermes('journal-malformed-line'),
  'S-003-35': hermes('journal-pending'),
  'S-003-36': hermes('journal-stream-reuses-turn'),
  'S-003-37': hermes('pending-nonempty'),
  'S-003-38': hermes('pending-grace-30s'),
  'S-003-39': hermes('run-seq-gapless'),
  'S-003-40': hermes('replay-gap'),
  'S-003-41': hermes('pending-journal-retry-24h'),
  'S-003-D1': hermes('x-divergent'),
  'S-003-D2': hermes('x-pending-after-worker'),
  'S-003-D3': hermes('pending-repeated-text'),
  'S-003-D4': hermes('x-repair-terminates'),
  'S-003-D5': hermes('x-u2028'),
  'S-003-D6': hermes('x-torn-same-shard'),
  'S-003-D7': hermes('x-invalid-utf8'),
  'S-003-D8': hermes('x-clock-back'),
  'S-003-D9': hermes('x-collision-audited'),
  'S-003-D10': hermes('x-corrupt-live-no-bak'),
  'S-003-D11': hermes('x-journal-of-deleted'),
  'S-003-D12': hermes('x-delete-crash'),
  'S-003-D13': hermes('x-zombie-save'),
  'S-003-D14': hermes('x-tombstone-cap'),
  'S-003-D15': guard('session %s beside %j changes between the audit and its repair, and is overwritten'),
  'S-003-D16': [
    'test/audit/hermes-versions.test.ts',
    'of %s versions a later shrink takes one that was to stay, or leaves more',
  ],
  'S-003-D17': [
    'test/files/durable-calls.test.ts',
    'a file is not made, or a descriptor stays open, where a link fails with %s',
  ],
  'S-003-D18': hermes('x-exit-code'),
  'S-003-D19': store('what was taken out on purpose comes back when the record of it is lost (I14)'),
  'S-003-D20': ['test/audit/hermes-memory.test.ts', 'an audit reads again what is in order and has not changed'],
  'S-003-D21': [
    'test/audit/audit-command.test.ts',
    'a repair of the command ends otherwise than 0, writes without --apply, or cannot be taken back',
  ],
  'S-003-D22': guard('a session made from the database lacks calls, parts or numbers, or does not say where'),
}

/** Rows that do not apply to a library, and why. */
const open: Readonly<Record<string, string>> = {
  'S-003-28': 'an HTTP endpoint of the program itself: the command and `repairSafe` stand for it',
}

const rows = [
  ...numbered('S-000-', 24),
  ...numbered('S-000-D', 18),
  ...numbered('S-003-', 41),
  ...numbered('S-003-D', 22),
]

rowsAreShown(rows, shown, open)
