package io.fairstream.query.whatif;

import io.fairstream.app.TopologyConfigs;
import io.fairstream.app.TopologyConfigs.Rules;
import io.fairstream.app.config.Settings;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Dimensions;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.priority.Edit.CustomerEdit;
import io.fairstream.rules.priority.PriorityRow;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.AccountingTopology;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.avro.RecordFormat;
import io.fairstream.streams.runtime.InMemoryStages;
import io.fairstream.streams.runtime.Output;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The stages of the topology for a pool in memory, under one configuration, without a cluster. State never expires, so
 * that late entries are always applied at their event time.
 */
final class InMemoryPipeline implements InMemoryStages.Rows {
    private final Rules rules;
    private final InMemoryStages stages;
    private final SortedMap<String, PriorityRow> priorities = new TreeMap<>();
    private long newestMatch = EventTimes.NONE;
    private long refused;

    InMemoryPipeline(Settings settings) {
        rules = Rules.of(settings);
        stages = new InMemoryStages(
                AccountingTopology.stages(TopologyConfigs.inMemory(settings)),
                TopologyConfigs.inMemory(settings),
                this);
    }

    /** Returns the rules for computations. */
    Rules rules() {
        return rules;
    }

    /**
     * Adds an event of a resource.
     *
     * @param sent time of sending, milliseconds since 1970
     */
    void add(MatchEvent event, long sent) {
        if (event.refusal(rules.times(), sent, newestMatch) != null) {
            refused++;
            return;
        }
        newestMatch = Math.max(newestMatch, event.at());
        stages.take(Topics.MATCHES, event.resource(), event, sent);
    }

    /** Adds a journal entry of a customer that is not a group; the groups above it are charged, too. */
    void add(String customer, RateChange change) {
        stages.charge(new Charge(
                Account.customer(customer),
                Ledger.MATCH,
                customer,
                Dimensions.EMPTY,
                change,
                new Cause("", 0, 0, change.at())));
    }

    /** Adds an edit; edits must come before the events, so that none is late. */
    void add(CustomerEdit edit, long sent) {
        if (edit.refusal(rules.factors().groups(), rules.times(), sent, EventTimes.NONE) != null) {
            refused++;
        } else {
            add(edit);
        }
    }

    /** Adds an accepted edit. */
    void add(CustomerEdit edit) {
        stages.take(Topics.ACCOUNT_EDITS, edit.customer(), edit, edit.decided().at());
    }

    @Override
    public <R> void write(Output<R> to, @Nullable String key, @Nullable R row, long timestamp) {
        if (key != null && to.topic().equals(Topics.PRIORITIES)) {
            priorities.remove(key);
            if (row instanceof PriorityRow priority) {
                priorities.put(key, priority);
            }
        }
    }

    /** Returns the number of events and edits that were rejected. */
    long refused() {
        return refused;
    }

    /** Returns the newest instant of all data, milliseconds since 1970. */
    long newest() {
        stages.commit();
        return priorities.values().stream().mapToLong(PriorityRow::asOf).max().orElse(0);
    }

    /** Returns the rows of {@code priorities}, evaluated at an instant not before {@link #newest}. */
    List<Priority> rows(Instant at) {
        stages.commit();
        return priorities.values().stream()
                .map(row -> PriorityAt.evaluate(
                        AvroRecords.record(
                                new RecordFormat<>(PriorityRow.class, Topics.PRIORITIES), row, Priority.class),
                        at))
                .toList();
    }
}
