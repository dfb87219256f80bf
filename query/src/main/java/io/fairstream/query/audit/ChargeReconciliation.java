package io.fairstream.query.audit;

import io.fairstream.app.config.Keys;
import io.fairstream.query.records.TopicRecords;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Dimensions;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.Entry;
import io.fairstream.rules.journal.Entry.AssociationEntry.Holding;
import io.fairstream.rules.journal.Entry.HostUsageEntry;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.AccountingTopology;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.journal.ChargeBlockBuilder;
import io.fairstream.streams.journal.ChargeBlockBuilder.ChargeBlockFormat;
import io.fairstream.streams.runtime.InMemoryStages;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.Stage.StageSpec;
import io.fairstream.streams.runtime.StageInput;
import io.fairstream.streams.runtime.TopologyConfig;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Check that the journal holds the charges that the ledgers make of their events, and no others. Charges of whole inputs
 * are compared by everything but their causes; a correction nets out with what it takes back. Sums over several things
 * have checks of their own. One number is kept for each account; only the charges of accounts that differ are made and
 * read once more. Mutable.
 */
final class ChargeReconciliation {
    private static final String NAME = "charges = events";
    private static final int LARGE = 64 * 1024;

    private final TopicRecords reader;
    private final InputReconciliation inputs;
    private final TopologyConfig config;

    /** Names of the inputs whose charges are compared, by ledger. */
    private final Map<Ledger, String> compared = new EnumMap<>(Ledger.class);

    private final List<String> names = new ArrayList<>();
    private final List<String> uncompared = new ArrayList<>();
    private final Map<Ledger, ChargeBlockBuilder> made = new EnumMap<>(Ledger.class);

    /** Sums of the hashes of the charges made of events, less those of the journal; accounts without a difference are left out. */
    private final Map<Account, Long> sums = new HashMap<>();

    /** Times that each charge of an account that differs was made, and stands in the journal. */
    private final Map<Use, long[]> uses = new HashMap<>();

    /** Charges that no ledger writes. */
    private final Set<String> impossible = new TreeSet<>();

    private Set<Account> differing = Set.of();
    private boolean isAgain;

    /** Charge without its cause. */
    private record Use(Account account, String thing, Dimensions dimensions, Entry entry) {
        long hash() {
            return mix(mix(mix(thing.hashCode()) + dimensions.hashCode()) + entry.hashCode());
        }

        /** Finalizer of SplitMix64: distinct numbers stay distinct, and their sums do not add up by chance. */
        private static long mix(long number) {
            long mixed = number + 0x9e3779b97f4a7c15L;
            mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
            return mixed ^ (mixed >>> 31);
        }

        String text() {
            String kind = account.kind().name().toLowerCase(Locale.ROOT);
            return kind + " \"" + account.name() + "\" for \"" + thing + "\", "
                    + entry.getClass().getSimpleName() + " at " + at();
        }

        private String at() {
            if (entry instanceof RateChange change) {
                return since(change.at(), change.since());
            } else if (entry instanceof Holding holding) {
                return since(holding.at(), holding.since());
            } else if (entry instanceof UsageEntry usage) {
                return Instant.ofEpochMilli(usage.at()).toString();
            } else if (entry instanceof HostUsageEntry.Done done) {
                return Instant.ofEpochMilli(done.to()).toString();
            }
            return entry instanceof HostUsageEntry of
                    ? LocalDate.ofEpochDay(of.day()).toString()
                    : entry.toString();
        }

        private static String since(long at, long since) {
            return Instant.ofEpochMilli(at) + " since " + Instant.ofEpochMilli(since);
        }
    }

    ChargeReconciliation(TopicRecords reader, InputReconciliation inputs, TopologyConfig config) {
        this.reader = reader;
        this.inputs = inputs;
        this.config = config;
        for (StageSpec<?> ledger : ledgers()) {
            Topic<?> topic = input(ledger).topic();
            if (isComparable(topic)) {
                names.add(topic.name());
                compared.put(
                        Objects.requireNonNull(ledger.ledger()),
                        topic.in(reader.settings().topicPrefix()));
            } else {
                uncompared.add(topic.name());
            }
        }
    }

    private List<StageSpec<?>> ledgers() {
        return AccountingTopology.stages(config).stream()
                .filter(stage -> stage.accounts() == null && stage.input() != null && stage.ledger() != null)
                .toList();
    }

    private static StageInput<?> input(StageSpec<?> ledger) {
        return Objects.requireNonNull(ledger.input());
    }

    /**
     * Returns true if the same records, in the same order, can be given to the ledger again: each of them is there, those
     * that were refused are known, and one partition holds all of a key.
     */
    private boolean isComparable(Topic<?> topic) {
        boolean isSuspended =
                topic.equals(Topics.MATCHES) && reader.changedSettings().contains(Recomputation.SUSPENDED);
        return inputs.isWhole(topic)
                && reader.isWhole(Topics.REJECTIONS)
                && reader.isWhole(Topics.DEAD_LETTERS)
                && !reader.settings().get(Keys.TOPOLOGY_REPARTITION)
                && !isSuspended;
    }

    /** Returns the charges of a block. */
    static List<Charge> charges(ChargeBlock block) {
        return Objects.requireNonNull(AvroRecords.value(new ChargeBlockFormat(), block));
    }

    /** Adds a charge that a ledger makes of an event. It is brought to the form in which the journal holds it. */
    void make(Charge charge) {
        ChargeBlockBuilder block =
                made.computeIfAbsent(charge.ledger(), ledger -> new ChargeBlockBuilder(0, charge.ledger()));
        block.add(charge);
        if (block.size() >= LARGE) {
            take(block);
        }
    }

    private void take(ChargeBlockBuilder block) {
        charges(AvroRecords.record(new ChargeBlockFormat(), block, ChargeBlock.class))
                .forEach(charge -> {
                    if (compared.containsKey(charge.ledger())) {
                        add(charge, true);
                    }
                });
        block.reset();
    }

    /**
     * Adds a charge of the journal; one that no input has caused was written by somebody else, and is left out.
     *
     * @param isCapped as written
     * @return false for a charge that is refused
     */
    boolean write(Charge charge, boolean isCapped) {
        Rejection refused = refusal(charge);
        if (refused != null) {
            impossible.add(refused.detail());
            return false;
        }
        if (isCapped != charge.entry().isCapped()) {
            impossible.add(
                    "capped: " + isCapped + " (expected: " + charge.entry().isCapped() + "), account \""
                            + charge.account().name() + "\"");
        }
        write(charge);
        return true;
    }

    private @Nullable Rejection refusal(Charge charge) {
        return charge.refusal(charge.cause().sent());
    }

    private void write(Charge charge) {
        if (charge.cause().topic().equals(compared.get(charge.ledger()))) {
            add(charge, false);
        }
    }

    private void add(Charge charge, boolean isMade) {
        if (charge.thing().isEmpty()) {
            return;
        }
        Entry positive = positive(charge.entry());
        Use use = new Use(
                charge.account(), charge.thing(), charge.dimensions(), positive == null ? charge.entry() : positive);
        long times = positive == null ? 1 : -1;
        if (isAgain) {
            if (differing.contains(use.account())) {
                uses.computeIfAbsent(use, any -> new long[2])[isMade ? 0 : 1] += times;
            }
        } else {
            sums.merge(use.account(), (isMade ? times : -times) * use.hash(), ChargeReconciliation::plusUnlessZero);
        }
    }

    @SuppressWarnings("NullAway") // null makes merge remove the entry
    private static Long plusUnlessZero(Long one, Long other) {
        return one + other == 0 ? null : Long.valueOf(one + other);
    }

    /** Returns what an entry takes back, or null. */
    private static @Nullable Entry positive(Entry entry) {
        if (entry instanceof RateChange change && change.resources() < 0) {
            return change.opposite(change.at());
        } else if (entry instanceof Holding holding
                && (holding.holdings() < 0 || (holding.holdings() == 0 && holding.booked() < 0))) {
            return holding.negated();
        } else if (entry instanceof UsageEntry.Allocation allocation
                && (allocation.allocated() < 0 || (allocation.allocated() == 0 && allocation.reserved() < 0))) {
            return allocation.negated();
        }
        return null;
    }

    /**
     * Returns the check, after all charges are added.
     *
     * @param isWhole whether no charge has been deleted
     */
    Check check(boolean isWhole) {
        if (!isWhole) {
            return Check.skipped(NAME, Topics.CHARGES);
        }
        made.values().forEach(this::take);
        if (!sums.isEmpty()) {
            differing = Set.copyOf(sums.keySet());
            addAgain();
        }
        Map<String, String> differences = new TreeMap<>();
        uses.forEach((use, times) -> {
            if (times[0] != times[1]) {
                differences.put(
                        use.text() + " " + use.hash(),
                        use.text() + ": " + times(times[1]) + " (expected: " + times(times[0]) + ", by its events)");
            }
        });
        List<String> all = new ArrayList<>(impossible);
        all.addAll(differences.values());
        String others = uncompared.isEmpty() ? "" : ", not of " + String.join(", ", uncompared);
        String fine = "of " + (names.isEmpty() ? "no input" : String.join(", ", names)) + others;
        return Check.of(NAME, fine, all);
    }

    private static String times(long net) {
        return (net < 0 ? "taken back " : "charged ") + Math.abs(net) + " times";
    }

    private void addAgain() {
        isAgain = true;
        InMemoryStages stages = InMemoryStages.ofJournal(ledgers(), config, NO_ROWS, this::make);
        for (StageSpec<?> ledger : ledgers()) {
            StageInput<?> input = input(ledger);
            if (compared.containsKey(ledger.ledger())) {
                inputs.readDecided(input.topic(), row -> Recomputation.take(stages, input, row));
            }
        }
        made.values().forEach(this::take);
        inputs.readAccepted(Topics.CHARGES, row -> {
            if (row.value() != null) {
                charges(row.value()).stream()
                        .filter(charge -> refusal(charge) == null)
                        .forEach(this::write);
            }
        });
    }

    private static final InMemoryStages.Rows NO_ROWS = new InMemoryStages.Rows() {
        @Override
        public <R> void write(Output<R> to, @Nullable String key, @Nullable R row, long timestamp) {}
    };
}
