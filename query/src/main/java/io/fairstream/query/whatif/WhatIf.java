package io.fairstream.query.whatif;

import io.fairstream.app.config.Settings;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Numbers;
import io.fairstream.query.columns.Report;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.AcceptedEdits;
import io.fairstream.query.tables.ChargeFields;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.match.MatchStage;
import io.fairstream.streams.priority.PriorityStage;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Comparison of two configurations by the same history: gains and losses of customers. Mutable while the history is added. */
public final class WhatIf {
    private static final double LEAST_GAIN = 0.0005;
    private static final double TOLERANCE = 1e-9;

    private final InMemoryPipeline now;
    private final InMemoryPipeline then;
    private final @Nullable Instant until;

    /**
     * Creates a comparison without history.
     *
     * @param until later data is ignored; null to use everything
     */
    public WhatIf(Settings now, Settings then, @Nullable Instant until) {
        this.now = new InMemoryPipeline(now);
        this.then = new InMemoryPipeline(then);
        this.until = until;
    }

    /** Returns true if no history can distinguish the configurations. */
    public boolean isSame() {
        return now.rules().equals(then.rules());
    }

    /**
     * Returns true if the configurations charge suspended resources differently; the charges of a journal cannot be
     * changed in that respect.
     */
    public boolean chargesSuspendedDifferently() {
        return now.rules().chargesSuspended() != then.rules().chargesSuspended();
    }

    private boolean counts(Instant time) {
        return until == null || !time.isAfter(until);
    }

    private void each(Instant time, Consumer<InMemoryPipeline> entry) {
        if (counts(time)) {
            entry.accept(now);
            entry.accept(then);
        }
    }

    /** Adds an event of a resource, as if sent at that instant. */
    public void add(io.fairstream.schemas.MatchEvent event, Instant sent) {
        MatchEvent read = Objects.requireNonNull(AvroRecords.value(MatchStage.MATCH_EVENT, event));
        each(event.getAt(), pipeline -> pipeline.add(read, sent.toEpochMilli()));
    }

    /** Adds an edit; edits must come before the events, so that none is late. */
    public void add(AccountEdit edit, Instant sent) {
        CustomerEdit read = Objects.requireNonNull(AvroRecords.value(PriorityStage.ACCOUNT_EDIT, edit));
        each(edit.getAt(), pipeline -> pipeline.add(read, sent.toEpochMilli()));
    }

    /**
     * Adds the journal and the edits of a running pool. Charges are retained longer than matches. Charges of groups are
     * recomputed, since another configuration may have other groups.
     *
     * @return the problem with them, if any
     */
    public Optional<String> addJournal(TopicReader reader) {
        for (CustomerEdit edit : AcceptedEdits.read(reader, null)) {
            each(Instant.ofEpochMilli(edit.decided().at()), pipeline -> pipeline.add(edit));
        }
        reader.readCharges(null, row -> addCharge(row.value()));
        return reader.isWhole(Topics.CHARGES)
                ? Optional.empty()
                : Optional.of(
                        "the journal no longer goes back to the beginning: deleted entries are missing in both runs");
    }

    private void addCharge(@Nullable Charge charge) {
        RateChange use = charge == null || charge.getThing().isEmpty() ? null : ChargeFields.rateChange(charge);
        if (charge != null && use != null) {
            each(Instant.ofEpochMilli(use.at()), pipeline -> pipeline.add(charge.getAccount(), use));
        }
    }

    /** Returns the number of events and edits that were rejected. */
    public long refused() {
        return now.refused();
    }

    /**
     * Returns the number of published rows that differ from those of the first run, which they should equal.
     *
     * @param published rows of {@code priorities}
     */
    public long differences(Collection<Priority> published) {
        Instant time = published.stream()
                .map(Priority::getAsOf)
                .reduce(Instant.ofEpochMilli(now.newest()), (one, other) -> one.isAfter(other) ? one : other);
        Map<String, Priority> byName =
                now.rows(time).stream().collect(Collectors.toMap(Priority::getCustomer, row -> row));
        return published.stream()
                .map(row -> PriorityAt.evaluate(row, time))
                .filter(row -> !isNear(row, byName.get(row.getCustomer())))
                .count();
    }

    private static boolean isNear(Priority row, @Nullable Priority other) {
        return other != null
                && isNear(row.getRealPriority(), other.getRealPriority())
                && isNear(row.getEffectivePriority(), other.getEffectivePriority());
    }

    private static boolean isNear(double one, double other) {
        return Math.abs(one - other) <= TOLERANCE * Math.abs(one);
    }

    /**
     * Compares both runs at the end of the history: a row for each customer, the largest gain first.
     *
     * @param active participants are customers with use within this time
     */
    public Document compare(Duration active) {
        Instant time = until == null ? Instant.ofEpochMilli(Math.max(now.newest(), then.newest())) : until;
        List<Comparison> rows = Comparison.of(now.rows(time), then.rows(time), time, active);
        long dividing = rows.stream().filter(Comparison::isNegotiating).count();
        long gain = rows.stream().filter(row -> row.gain() > LEAST_GAIN).count();
        long lose = rows.stream().filter(row -> row.gain() < -LEAST_GAIN).count();
        return new Document()
                .say(String.format(
                        Locale.ROOT,
                        "At %s, if all %d active users want the whole pool: %d gain, %d lose at least 0.1 %% of it.",
                        time,
                        dividing,
                        gain,
                        lose))
                .say("")
                .with(report(rows));
    }

    private static Report<Comparison> report(List<Comparison> rows) {
        Columns<Comparison> columns = new Columns<Comparison>()
                .text("customer", Comparison::customer)
                .headed("USER")
                .text("group", Comparison::isGroup)
                .unshown()
                .text("negotiating", Comparison::isNegotiating)
                .unshown();
        both("realPriority", Format.NUMBER, Comparison.Side::realPriority, columns);
        both("effectivePriority", Format.NUMBER, Comparison.Side::effectivePriority, columns);
        columns.number("now.factor", row -> row.now().factor())
                .unshown()
                .number("then.factor", row -> row.then().factor())
                .unshown();
        both("rank", Format.WHOLE, side -> side.rank() == 0 ? null : side.rank(), columns);
        return columns.percent("now.share", row -> row.now().share())
                .shownAs(row -> row.isNegotiating() ? row.now().share() : null)
                .percent("then.share", row -> row.then().share())
                .shownAs(row -> row.isNegotiating() ? row.then().share() : null)
                .percent("gain", Comparison::gain)
                .shownAs(row -> row.isNegotiating() ? (row.gain() > 0 ? "+" : "") + Numbers.percent(row.gain()) : null)
                .report(rows);
    }

    private static void both(
            String name,
            Format format,
            Function<Comparison.Side, @Nullable Object> value,
            Columns<Comparison> columns) {
        columns.add("now." + name, format, row -> value.apply(row.now()))
                .add("then." + name, format, row -> value.apply(row.then()));
    }
}
