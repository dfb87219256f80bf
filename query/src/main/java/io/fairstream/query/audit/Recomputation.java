package io.fairstream.query.audit;

import io.fairstream.app.TopologyConfigs;
import io.fairstream.app.config.Keys;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.TopicRecords;
import io.fairstream.query.tables.AcceptedEdits;
import io.fairstream.query.tables.ChargeFields;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.ChargeBlocks;
import io.fairstream.schemas.Notice;
import io.fairstream.schemas.NoticeKind;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.AccountingTopology;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.runtime.InMemoryStages;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.Stage.StageSpec;
import io.fairstream.streams.runtime.StageInput;
import io.fairstream.streams.runtime.TopologyConfig;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Check that each field of each row follows from the records: rows of accounts from the journal and the decisions, rows
 * of ledgers from their inputs if no record is deleted. The stages of the topology compute the rows again, in memory
 * and without expiry. Every field of the schema is compared. Mutable.
 */
final class Recomputation {
    /** Setting that changes how the ledger of matches processes an event on arrival. */
    static final String SUSPENDED = "charge.suspended";

    private final TopicRecords reader;
    private final InputReconciliation inputs;
    private final TopologyConfig config;
    private final Rows rows = new Rows();
    private final InMemoryStages stages;
    private final ChargeReconciliation charges;
    private Instant newestCharge = Instant.MIN;

    /** Keys whose decision in force cannot be read any more, by table: a later one was rejected, and compaction removed it. */
    private final Map<Topic<?>, Set<String>> undecided = new HashMap<>();

    /** Inputs of events without deleted records. */
    private final Set<Topic<?>> whole = new HashSet<>();

    /** Ledgers whose inputs have deleted records, by table. */
    private final Map<Topic<?>, Topic<?>> deleted = new HashMap<>();

    Recomputation(TopicRecords reader, InputReconciliation inputs) {
        this.reader = reader;
        this.inputs = inputs;
        config = TopologyConfigs.inMemory(reader.settings());
        charges = new ChargeReconciliation(reader, inputs, config);
        stages = InMemoryStages.ofJournal(AccountingTopology.stages(config), config, rows, charges::make);
        readEdits();
        readDecisions(Topics.SHARES, Topics.ASSOCIATION_USAGE);
        readDecisions(Topics.ALLOCATIONS, Topics.BALANCES);
        if (!reader.isWhole(Topics.NOTICES)) {
            deleted.put(Topics.NOTICES, Topics.NOTICES);
        }
        AccountingTopology.stages(config).stream()
                .filter(stage -> stage.accounts() == null && stage.input() != null)
                .forEach(this::readEvents);
    }

    /** Leaves out customers whose accounts the topology has removed in between: this check never removes accounts. */
    void forget(Set<String> customers) {
        undecided.computeIfAbsent(Topics.PRIORITIES, any -> new HashSet<>()).addAll(customers);
    }

    private void readEdits() {
        if (!inputs.isWhole(Topics.ACCOUNT_EDITS)) {
            deleted.put(Topics.PRIORITIES, Topics.ACCOUNT_EDITS);
        }
        inputs.readAccepted(Topics.ACCOUNT_EDITS, row -> {
            CustomerEdit edit = AcceptedEdits.of(row);
            if (edit != null && isOfCustomer(edit)) {
                stages.take(
                        Topics.ACCOUNT_EDITS,
                        edit.customer(),
                        edit,
                        edit.decided().at());
            }
        });
    }

    /** Returns false for the deletion of what is a group by now, which the stages would refuse; the group is left out. */
    private boolean isOfCustomer(CustomerEdit edit) {
        boolean isGroup = edit.decided().edit() instanceof Edit.Delete
                && reader.settings().get(Keys.GROUPS).contains(edit.customer());
        if (isGroup) {
            forget(Set.of(edit.customer()));
        }
        return !isGroup;
    }

    /** Reads the decisions in force; replaced ones may have been compacted. */
    private <V> void readDecisions(Topic<V> decisions, Topic<?> table) {
        Map<String, @Nullable V> latest = new HashMap<>();
        Set<String> all = new HashSet<>();
        reader.readAsIs(decisions, row -> all.add(row.key()));
        inputs.readAccepted(decisions, row -> latest.put(row.key(), row.value()));
        all.removeAll(latest.keySet());
        undecided.put(table, all);
        StageInput<?> input = input(decisions);
        latest.forEach((key, value) -> {
            if (value != null) {
                stages.take(decisions, key, AvroRecords.value(input.format(), (IndexedRecord) value), 0);
            }
        });
    }

    private StageInput<?> input(Topic<?> topic) {
        return AccountingTopology.stages(config).stream()
                .filter(stage -> topic.equals(stage.reads()))
                .map(StageSpec::input)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    private void readEvents(StageSpec<?> ledger) {
        StageInput<?> input = Objects.requireNonNull(ledger.input());
        if (inputs.isWhole(input.topic())) {
            whole.add(input.topic());
            inputs.readDecided(input.topic(), row -> take(stages, input, row));
        } else {
            ledger.outputs().forEach(output -> deleted.put(output.topic(), input.topic()));
        }
    }

    /** Applies an accepted record of an input of events. */
    static <E> void take(InMemoryStages stages, StageInput<E> input, Row<?> row) {
        E event = row.value() == null ? null : AvroRecords.value(input.format(), (IndexedRecord) row.value());
        if (event != null) {
            long at = Objects.requireNonNull(input.at()).applyAsLong(event);
            stages.take(input.topic(), row.key(), event, at);
        }
    }

    /**
     * Adds the charges of a block. One that no ledger writes is left out, and fails the check.
     *
     * @param sent the same charges
     */
    void charge(ChargeBlock block, List<ChargeBlocks.Sent> sent) {
        List<Charge> ofBlock = ChargeReconciliation.charges(block);
        for (int i = 0; i < ofBlock.size(); i++) {
            if (charges.write(ofBlock.get(i), sent.get(i).charge().getCapped())) {
                stages.charge(ofBlock.get(i));
                Instant at = ChargeFields.time(sent.get(i).charge());
                newestCharge = at.isAfter(newestCharge) ? at : newestCharge;
            }
        }
    }

    /**
     * Returns the checks, after all charges are added.
     *
     * @param isWhole whether no charge has been deleted
     */
    List<Check> checks(boolean isWhole) {
        stages.commit();
        List<Check> checks = new ArrayList<>();
        checks.add(charges.check(isWhole));
        Set<String> changed = reader.changedSettings();
        for (RecomputedTable<?> table : RecomputedTable.all(config, rows.of(Topics.ASSOCIATION_USAGE), changed)) {
            Topic<?> gone = table.isOfAccounts() && !isWhole ? Topics.CHARGES : deleted.get(table.topic());
            checks.add(
                    gone != null
                            ? Check.skipped(table.name(), gone)
                            : table.isOfMatches() && changed.contains(SUSPENDED)
                                    ? Check.skipped(table.name(), SUSPENDED)
                                    : table.check(
                                            reader,
                                            rows.of(table.topic()),
                                            undecided.getOrDefault(table.decided(), Set.of())));
        }
        if (changed.contains(SUSPENDED)) {
            whole.remove(Topics.MATCHES);
        }
        checks.add(
                new InputCountsReconciliation(reader, inputs, newestCharge).check(rows.of(Topics.INPUT_COUNTS), whole));
        checks.add(new RejectionReconciliation(reader, inputs, AccountingTopology.stages(config)).check());
        return checks;
    }

    /** The rows that the stages write, by topic and key. */
    private static final class Rows implements InMemoryStages.Rows {
        private final Map<Topic<?>, Map<String, SpecificRecord>> tables = new HashMap<>();

        Map<String, SpecificRecord> of(Topic<?> topic) {
            return tables.computeIfAbsent(topic, any -> new HashMap<>());
        }

        @Override
        public <R> void write(Output<R> to, @Nullable String key, @Nullable R row, long timestamp) {
            if (key == null || to.topic().equals(Topics.REJECTIONS)) {
                return;
            }
            Map<String, SpecificRecord> table = of(to.topic());
            if (row == null) {
                table.remove(key);
                return;
            }
            SpecificRecord record = (SpecificRecord)
                    AvroRecords.record(to.format(), row, to.topic().value().asSubclass(SpecificRecord.class));
            String at = RecomputedTable.key(to.topic(), key, record);
            if (record instanceof Notice notice && notice.getKind() == NoticeKind.TAKEN_BACK) {
                table.remove(at);
            } else {
                table.put(at, record);
            }
        }
    }
}
