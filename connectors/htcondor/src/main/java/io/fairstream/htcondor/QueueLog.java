package io.fairstream.htcondor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairstream.htcondor.file.ClassAd;
import io.fairstream.htcondor.file.RawEntry;
import io.fairstream.htcondor.match.Customer;
import io.fairstream.htcondor.match.Entries;
import io.fairstream.htcondor.match.EntryReader;
import io.fairstream.htcondor.match.JobSlot;
import io.fairstream.htcondor.match.OpenPoint;
import io.fairstream.htcondor.match.Source;
import io.fairstream.htcondor.match.Weight;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.schemas.MatchEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the job queue log, which has a line for each change of an attribute of a job. A job whose {@code JobStatus} is
 * running (2), transferring output (6) or suspended (7) holds the slot {@code RemoteHost} since {@code JobCurrentStartDate}.
 *
 * <p>Changes in a transaction are evaluated together at its end; a transaction without an end is ignored. Other changes are
 * evaluated before the next transaction, because the ads of a job and its cluster come in any order.
 */
final class QueueLog implements EntryReader {
    private static final long COMPLETED = 4;
    private static final long SUSPENDED = 7;
    private static final Set<Long> RUNNING = Set.of(2L, 6L, SUSPENDED);
    private static final String ENTERED = "EnteredCurrentStatus";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Source source;
    private final Entries entries;
    private final Map<QueueKey, ClassAd> ads = new HashMap<>();
    private final Map<QueueKey, QueueRun> runs = new HashMap<>();
    /** Starts of ended runs, because the status of the next run may be written before its start. */
    private final Map<QueueKey, Instant> over = new HashMap<>();

    private final Set<QueueKey> touched = new LinkedHashSet<>();
    private @Nullable List<QueueOperation> transaction;
    private Instant newest = Instant.EPOCH;

    /**
     * Creates a reader.
     *
     * @param problems receives each line that is not an operation
     */
    QueueLog(Source source, Consumer<Problem> problems) {
        this.source = source;
        this.entries = new Entries(source.name(), problems);
    }

    @Override
    public void read(RawEntry entry, Consumer<MatchEvent> events) {
        entries.readLogged(entry, () -> read(QueueOperation.of(entry.text()), events));
    }

    private Outcome read(QueueOperation operation, Consumer<MatchEvent> events) {
        return switch (operation.kind()) {
            case BEGIN_TRANSACTION -> {
                pause(events);
                transaction = new ArrayList<>();
                yield Outcome.NOT_ABOUT_USE;
            }
            case END_TRANSACTION -> {
                commit(events);
                yield Outcome.NOT_ABOUT_USE;
            }
            case SEQUENCE_NUMBER -> {
                begin();
                yield Outcome.NOT_ABOUT_USE;
            }
            default -> change(operation, events);
        };
    }

    /** Handles the beginning of a log, which is a copy of the whole queue: jobs that it does not contain are gone. */
    private void begin() {
        transaction = null;
        ads.clear();
        over.clear();
        touched.addAll(runs.keySet());
    }

    private Outcome change(QueueOperation operation, Consumer<MatchEvent> events) {
        QueueKey key = QueueKey.of(operation.key());
        if (key == null) {
            return Outcome.NOT_ABOUT_USE;
        }
        if (transaction != null) {
            transaction.add(operation);
        } else {
            apply(operation, key, events);
        }
        return Outcome.LEARNED;
    }

    private void commit(Consumer<MatchEvent> events) {
        List<QueueOperation> operations = transaction;
        transaction = null;
        if (operations != null) {
            for (QueueOperation operation : operations) {
                QueueKey key = QueueKey.of(operation.key());
                if (key != null) {
                    apply(operation, key, events);
                }
            }
        }
        settleAll(events);
    }

    private void apply(QueueOperation operation, QueueKey key, Consumer<MatchEvent> events) {
        switch (operation.kind()) {
            case NEW_AD -> ads.putIfAbsent(key, new ClassAd());
            case DESTROY_AD -> {
                settle(key, events);
                ads.remove(key);
                over.remove(key);
            }
            case SET_ATTRIBUTE -> set(key, operation.name(), ClassAd.parsed(operation.value()));
            case DELETE_ATTRIBUTE -> set(key, operation.name(), null);
            default -> throw new IllegalArgumentException(operation.toString());
        }
        touched.add(key);
    }

    private void set(QueueKey key, String name, @Nullable Object value) {
        ClassAd ad = ads.computeIfAbsent(key, missing -> new ClassAd());
        ad.set(name, value);
        Instant entered = name.equalsIgnoreCase(ENTERED) ? ad.time(ENTERED) : null;
        newest = entered != null && entered.isAfter(newest) ? entered : newest;
    }

    @Override
    public void pause(Consumer<MatchEvent> events) {
        if (transaction == null) {
            settleAll(events);
        }
    }

    private void settleAll(Consumer<MatchEvent> events) {
        List<QueueKey> keys = List.copyOf(touched);
        keys.forEach(key -> settle(key, events));
        touched.clear();
    }

    /** Passes on the events for the changes of a job. */
    private void settle(QueueKey key, Consumer<MatchEvent> events) {
        if (!key.isJob()) {
            return;
        }
        touched.remove(key);
        ClassAd own = ads.get(key);
        ClassAd job = own == null ? null : own.under(ads.get(key.ofCluster()));
        QueueRun before = runs.get(key);
        QueueRun now = job == null ? null : run(key, job, before);
        if (before != null && (now == null || !now.isSameAs(before))) {
            runs.remove(key);
            before.unmatched(source, now == null ? end(job, before) : now.start())
                    .forEach(events);
        }
        if (job != null && now != null && !now.equals(before)) {
            runs.put(key, now);
            tell(now, before, job.time(ENTERED), events);
        }
    }

    private void tell(QueueRun now, @Nullable QueueRun before, @Nullable Instant entered, Consumer<MatchEvent> events) {
        boolean same = before != null && before.isSameAs(now);
        Instant since = entered == null || entered.isBefore(now.start()) ? now.start() : entered;
        if (!same) {
            now.matched(source, now.start()).forEach(events);
        }
        if (now.suspended()) {
            now.suspended(source, since).forEach(events);
        } else if (same) {
            now.matched(source, since).forEach(events);
        }
    }

    /** Returns the run of a job; null if the job holds no slot, or its customer is unknown. */
    private @Nullable QueueRun run(QueueKey key, ClassAd job, @Nullable QueueRun before) {
        Long status = job.whole("JobStatus");
        Instant start = job.time("JobCurrentStartDate");
        if (status == null || start == null) {
            return null;
        }
        if (!RUNNING.contains(status)) {
            over.put(key, start);
        }
        if (start.equals(over.get(key))) {
            return null;
        }
        boolean suspended = status == SUSPENDED;
        if (before != null && before.start().equals(start)) {
            return before.with(suspended);
        }
        String customer = source.userOr(Customer.ofJob(job));
        if (JobSlot.hasNone(job) || customer == null) {
            over.put(key, start);
            entries.outcomes().move(Outcome.LEARNED, JobSlot.hasNone(job) ? Outcome.NO_CLAIM : Outcome.NO_CUSTOMER);
            return null;
        }
        Integer count = JobSlot.count(job);
        if (count == null) {
            entries.outcomes().note(OpenPoint.SLOTS_UNKNOWN);
        }
        return new QueueRun(
                key.toString(),
                JobSlot.named(job, count == null ? 1 : count, job.text("RemoteHost"), key.toString(), source),
                start.toEpochMilli(),
                customer,
                entries.weighed(Weight.ofJob(job)),
                suspended);
    }

    /** Returns the end of a run; if the job vanished without an entry, the newest change of a job's status in the log. */
    private Instant end(@Nullable ClassAd job, QueueRun run) {
        if (job == null) {
            return newest;
        }
        Long status = job.whole("JobStatus");
        Instant completed = status != null && status == COMPLETED ? job.time("CompletionDate") : null;
        Instant entered = completed == null ? job.time(ENTERED) : completed;
        return entered == null || entered.isBefore(run.start()) ? newest : entered;
    }

    @Override
    public boolean startsOver() {
        return true;
    }

    @Override
    public RecordOutcomes outcomes() {
        return entries.outcomes();
    }

    /** Returns the runs; the ads are read from the log again. */
    @Override
    public JsonNode memory() {
        ObjectNode memory = JSON.createObjectNode();
        ArrayNode array = memory.putArray("runs");
        runs.values().forEach(run -> array.add(JSON.valueToTree(run)));
        return memory.put("newest", newest.toEpochMilli());
    }

    @Override
    public void restore(JsonNode memory) {
        for (JsonNode node : memory.path("runs")) {
            QueueRun run = JSON.convertValue(node, QueueRun.class);
            QueueKey key = QueueKey.of(run.job());
            if (key != null) {
                runs.put(key, run);
            }
        }
        newest = Instant.ofEpochMilli(memory.path("newest").asLong());
    }
}
