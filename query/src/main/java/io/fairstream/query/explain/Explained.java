package io.fairstream.query.explain;

import io.fairstream.app.config.Keys;
import io.fairstream.query.explain.Explanation.Published;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ChargeFields;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import io.fairstream.rules.journal.Entry.CustomerEntry;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.priority.Edit;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A customer's priority at an instant and its parts.
 *
 * @param journal source of the parts
 * @param parts that add up to the real priority, except for {@code late}
 * @param published the row evaluated at the instant, or null for an instant before the row's own
 * @param known instant from which the journal is complete, or null if it is complete
 * @param late error caused by entries that came later than the account's history reaches
 */
record Explained(
        Journal journal,
        Explanation<Match> parts,
        @Nullable Priority published,
        @Nullable Instant known,
        double late) {
    /** Use that began before the journal and continues. */
    static final Explanation.Earlier<Match> EARLIER =
            new Explanation.Earlier<>(new Match("", Long.MIN_VALUE, true), new Match("", Long.MIN_VALUE, false));

    private static final double EXACT = 1e-9;
    private static final int MAX_ATTEMPTS = 8;
    private static final Duration PAUSE = Duration.ofMillis(300);

    /**
     * Reads until row and journal agree; they may differ briefly while entries arrive.
     *
     * @param at the instant, or null
     * @param present the instant if none is given, unless the row is of a later one
     * @throws Failure if the customer is unknown, or the parts do not add up to the row
     */
    static Explained read(TopicReader reader, String customer, @Nullable Instant at, Instant present)
            throws InterruptedException {
        Reading read = readUntil(Reading::agrees, () -> Reading.of(reader, customer));
        Priority row = read.row();
        double late = read.agrees() ? 0 : lateOrFailure(reader, row, read.parts());
        return at(at == null ? later(present, row.getAsOf()) : at, read.journal(), row, read.parts(), late);
    }

    /** Returns the first result in which row and journal agree, or the last one after the maximum number of attempts. */
    static <T> T readUntil(Predicate<T> agrees, Supplier<T> read) throws InterruptedException {
        T found = read.get();
        for (int attempt = 1; attempt < MAX_ATTEMPTS && !agrees.test(found); attempt++) {
            Thread.sleep(PAUSE.toMillis());
            found = read.get();
        }
        return found;
    }

    /** Data from one read. */
    private record Reading(Journal journal, Priority row, Explanation<Match> parts) {
        private static Reading of(TopicReader reader, String customer) {
            Journal journal = Journal.read(reader, customer);
            Priority row = journal.row();
            if (row == null) {
                throw new Failure("customer: \"" + customer
                        + "\" (expected: one with a row in priorities; all others have the best priority, "
                        + RealPriority.FLOOR + " x their factor)");
            }
            return new Reading(journal, row, Explained.parts(journal, row));
        }

        private boolean agrees() {
            return published(row).is(parts.sum());
        }
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Published published(Priority row) {
        return new Published(
                row.getAsOf().toEpochMilli(),
                row.getRealPriority(),
                row.getResourcesInUse(),
                row.getWeightInUse(),
                PriorityAt.weightFollowed(row) - row.getWeightInUse());
    }

    private static Explanation<Match> parts(Journal journal, Priority row) {
        HalfLife halfLife = new HalfLife(row.getHalfLifeSeconds());
        long asOf = row.getAsOf().toEpochMilli();
        if (journal.known() == null) {
            return Explanation.of(journal.uses(), journal.edits(), halfLife, asOf);
        }
        long known = journal.known().toEpochMilli();
        return Explanation.ofWhatIsKept(journal.uses(), journal.edits(), halfLife, known, EARLIER, published(row));
    }

    /** The later entries are not in the row: that it would be evaluated without them, so it is here. */
    private static Explained at(Instant at, Journal journal, Priority row, Explanation<Match> parts, double late) {
        if (!at.isBefore(row.getAsOf())) {
            parts.moveOn(at.toEpochMilli());
            double left = late
                    * new HalfLife(row.getHalfLifeSeconds())
                            .beta(Duration.between(row.getAsOf(), at).toMillis());
            return new Explained(journal, parts, PriorityAt.evaluate(row, at), journal.known(), left);
        }
        if (journal.known() != null) {
            throw new Failure("time: " + at + " (expected: not before the row's asOf, " + row.getAsOf()
                    + ", because the journal no longer goes back to the beginning)");
        }
        HalfLife halfLife = new HalfLife(row.getHalfLifeSeconds());
        Explanation<Match> then = Explanation.of(journal.uses(), journal.edits(), halfLife, at.toEpochMilli());
        return new Explained(journal, then, null, null, 0);
    }

    /**
     * Returns the error of late entries. An account cannot place an entry that is older than it remembers; see
     * {@code RealPriority.late} for the bound.
     */
    private static double lateOrFailure(TopicReader reader, Priority row, Explanation<Match> parts) {
        double off = row.getRealPriority() - parts.sum();
        Duration latest = latest(reader, row.getCustomer());
        double bound = RealPriority.FLOOR * new HalfLife(row.getHalfLifeSeconds()).oneMinusBeta(latest.toMillis());
        Duration memory = EventTimes.memory(reader.settings().get(Keys.EVENT_MAX_LATENESS));
        if (latest.compareTo(memory) > 0 && Math.abs(off) <= bound) {
            return off;
        }
        throw new Failure(String.format(
                "\"%s\": the parts add up to %s, the row has %s at %s (expected: equal to 1e-9; possible "
                        + "causes: priority.halflife or event.max.lateness differs from the topology's, or another program wrote "
                        + "to the topics)",
                row.getCustomer(), parts.sum(), row.getRealPriority(), row.getAsOf()));
    }

    /** Returns the longest delay of the customer's entries behind the newest one of their partition. */
    private static Duration latest(TopicReader reader, String customer) {
        AtomicLong newest = new AtomicLong(Long.MIN_VALUE);
        AtomicLong latest = new AtomicLong();
        reader.readChargesBeside(customer, record -> {
            Charge charge = record.value();
            RateChange use = charge == null ? null : ChargeFields.rateChange(charge);
            if (use != null) {
                long at = use.at();
                newest.accumulateAndGet(at, Math::max);
                if (customer.equals(record.key())) {
                    latest.accumulateAndGet(newest.get() - at, Math::max);
                }
            }
        });
        return Duration.ofMillis(latest.get());
    }

    Instant at() {
        return Instant.ofEpochMilli(parts.at());
    }

    HalfLife halfLife() {
        return new HalfLife(row().getHalfLifeSeconds());
    }

    /** Returns the last published row. */
    Priority row() {
        return Objects.requireNonNull(journal.row());
    }

    /** Returns the weighted usage without entries in the journal, slot weight x seconds; 0 if there is none, except for rounding. */
    double usageElsewhere() {
        if (published == null) {
            return 0;
        }
        double is = published.getWeightedAccumulatedUsage();
        double off = is - parts.state().weightedAccumulatedUsage();
        return Math.abs(off) > EXACT * Math.max(1, Math.abs(is)) ? off : 0;
    }

    double realPriority() {
        return published == null ? parts.sum() : published.getRealPriority();
    }

    /** Returns the slot weight in use, to which the priority converges. */
    double weightInUse() {
        return parts.state().subtreeWeightInUse();
    }

    /** Returns the accepted edits in force at the instant, in the order in which they act. */
    List<Edit> edits() {
        return journal.edits().stream()
                .filter(edit -> edit.at() <= parts.at())
                .sorted(CustomerEntry.ORDER)
                .toList();
    }
}
