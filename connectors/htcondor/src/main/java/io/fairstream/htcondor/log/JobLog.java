package io.fairstream.htcondor.log;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairstream.htcondor.ads.ClassAd;
import io.fairstream.htcondor.file.Piece;
import io.fairstream.htcondor.match.Customer;
import io.fairstream.htcondor.match.Entries;
import io.fairstream.htcondor.match.EntryReader;
import io.fairstream.htcondor.match.RecordOutcome;
import io.fairstream.htcondor.match.Source;
import io.fairstream.htcondor.match.Weight;
import io.fairstream.reading.Problem;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.schemas.MatchEvent;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A job event log. A job that begins to run (001) holds its slot until it is evicted (004), terminated (005), its shadow
 * fails (007), it is aborted (009), held (012) or cannot be reconnected (024). Suspension (010, 011) is told, and counts
 * if the topology discounts it. While a job is disconnected (022) it keeps its slot. Whose it is and how many cores it
 * has is told by job ad events (028); one that directly follows a begin is waited for.
 */
public final class JobLog implements EntryReader {
    private static final int AD_INFORMATION = 28;
    /** Kinds of events that HTCondor has for jobs are 0 to this. */
    private static final int LAST_KIND = 47;

    private final Source source;
    private final LogTimes times;
    private final Map<String, Double> lateWeights;
    private final Entries entries;
    private final Map<JobId, Known> known = new HashMap<>();
    private final Map<JobId, Run> running = new HashMap<>();
    private @Nullable JobId fresh;

    /** What a job's ad told of it. */
    private record Known(
            String job, @Nullable String customer, @Nullable Double weight) {}

    /**
     * A reader.
     *
     * @param lateWeights by match id, weights that the log tells only when the match ends; those that are met are added
     * @param problems is told of every entry that is not an event
     */
    public JobLog(Source source, LogTimes times, Map<String, Double> lateWeights, Consumer<Problem> problems) {
        this.source = source;
        this.times = times;
        this.lateWeights = lateWeights;
        this.entries = new Entries(source.name(), problems);
    }

    @Override
    public void read(Piece entry, Consumer<MatchEvent> events) {
        entries.readLogged(entry, () -> {
            JobLogEvent event = EventParser.read(entry);
            if (event.kind() != AD_INFORMATION || !event.job().equals(fresh)) {
                pause(events);
            }
            Instant at = event.at(times);
            return entries.timed(read(event, at, events), times.isGuess());
        });
    }

    private RecordOutcome read(JobLogEvent event, Instant at, Consumer<MatchEvent> events) {
        if (event.kind() > LAST_KIND) {
            return RecordOutcome.UNKNOWN_KIND;
        }
        return switch (event.kind()) {
            case 1, 4, 5, 7, 9, 10, 11, 12, 22, 23, 24, AD_INFORMATION ->
                event.job().isKnown() ? readKnown(event, at, events) : RecordOutcome.NO_JOB_ID;
            default -> RecordOutcome.NOT_ABOUT_USE;
        };
    }

    private RecordOutcome readKnown(JobLogEvent event, Instant at, Consumer<MatchEvent> events) {
        Run run = running.get(event.job());
        return switch (event.kind()) {
            case 1 -> begin(event, at, events);
            case 23 -> run == null ? begin(event, at, events) : RecordOutcome.KEPT;
            case 22 -> run == null ? RecordOutcome.NOT_RUNNING : RecordOutcome.KEPT;
            case 10, 11 -> suspend(run, event.kind() == 10, at, events);
            case AD_INFORMATION -> learn(event, run, events);
            default -> end(event, run, at, events);
        };
    }

    private RecordOutcome begin(JobLogEvent event, Instant at, Consumer<MatchEvent> events) {
        ClassAd ad = event.attributes();
        Run run = Run.of(event.job(), at, Customer.first(ad, "SlotName", "StartdName"), cores(ad));
        Run before = running.get(event.job());
        if (before != null && before.matchId().equals(run.matchId())) {
            return RecordOutcome.REPEATED;
        }
        if (before != null) {
            lose(before, at, events);
        }
        Known job = known.get(event.job());
        running.put(event.job(), job == null ? run : run.with(job.customer(), null, null));
        fresh = event.job();
        return RecordOutcome.BEGIN;
    }

    private static @Nullable Double cores(ClassAd ad) {
        ClassAd slot = ad.nested("ExecuteProps");
        return Weight.first(slot == null ? ad : slot.under(ad), "Cpus");
    }

    /** The log has lost the end of a run: it is over at the latest when the next one begins. */
    private void lose(Run run, Instant at, Consumer<MatchEvent> events) {
        if (run.told()) {
            events.accept(run.unmatched(source, at));
        } else {
            unknown();
        }
    }

    /** A begin counts only once somebody is known who is charged. */
    private void unknown() {
        entries.outcomes().add(RecordOutcome.NO_USER);
        entries.outcomes().take(RecordOutcome.BEGIN);
    }

    @Override
    public void pause(Consumer<MatchEvent> events) {
        JobId job = fresh;
        fresh = null;
        Run run = job == null ? null : running.get(job);
        if (job != null && run != null) {
            running.put(job, tell(job, run, events));
        }
    }

    private Run tell(JobId job, Run run, Consumer<MatchEvent> events) {
        String customer = source.userOr(run.customer());
        if (customer == null) {
            return run;
        }
        Known requested = known.get(job);
        Double late = lateWeights.get(run.matchId());
        Run told = run.asTold(customer, late == null && requested != null ? requested.weight() : late);
        events.accept(told.matched(source, run.start(), customer));
        return told;
    }

    private RecordOutcome suspend(@Nullable Run run, boolean suspended, Instant at, Consumer<MatchEvent> events) {
        if (run == null) {
            return RecordOutcome.NOT_RUNNING;
        }
        String customer = run.customer();
        if (!run.told() || customer == null) {
            return RecordOutcome.NO_USER;
        }
        events.accept(suspended ? run.suspended(source, at, customer) : run.matched(source, at, customer));
        return suspended ? RecordOutcome.SUSPENDED : RecordOutcome.RESUMED;
    }

    private RecordOutcome learn(JobLogEvent event, @Nullable Run run, Consumer<MatchEvent> events) {
        ClassAd ad = event.attributes();
        String customer = Customer.ofJob(ad);
        Double weight = Weight.ofJob(ad);
        if (customer == null && weight == null) {
            return RecordOutcome.NOT_ABOUT_USE;
        }
        Long trigger = ad.whole("TriggerEventTypeNumber");
        if (trigger == null || !isLast(trigger.intValue())) {
            known.merge(event.job(), new Known(event.job().toString(), customer, weight), JobLog::newer);
        }
        if (run != null && !run.told()) {
            Double provisioned = Weight.first(ad, "MachineAttrSlotWeight0", "CpusProvisioned");
            Run learned = run.with(customer, provisioned, ad.text("RemoteHost"));
            running.put(event.job(), event.job().equals(fresh) ? learned : tell(event.job(), learned, events));
        }
        return RecordOutcome.LEARNED;
    }

    private static Known newer(Known before, Known now) {
        return new Known(
                now.job(),
                now.customer() == null ? before.customer() : now.customer(),
                now.weight() == null ? before.weight() : now.weight());
    }

    private RecordOutcome end(JobLogEvent event, @Nullable Run run, Instant at, Consumer<MatchEvent> events) {
        running.remove(event.job());
        if (isLast(event.kind())) {
            known.remove(event.job());
        }
        if (run == null) {
            return RecordOutcome.NOT_RUNNING;
        }
        if (!run.told()) {
            unknown();
            return RecordOutcome.NO_USER;
        }
        Double allocated = Weight.first(event.attributes(), "Cpus");
        if (allocated != null && run.cores() == null) {
            lateWeights.put(run.matchId(), allocated);
        }
        events.accept(run.unmatched(source, at));
        return RecordOutcome.END;
    }

    /** Whether no event of the job follows one of that kind. */
    private static boolean isLast(int kind) {
        return kind == 5 || kind == 9;
    }

    @Override
    public RecordOutcomes outcomes() {
        RecordOutcomes all = new RecordOutcomes();
        all.addAll(entries.outcomes());
        running.values().stream().filter(run -> !run.told()).forEach(run -> {
            all.add(RecordOutcome.NO_USER);
            all.take(RecordOutcome.BEGIN);
        });
        return all;
    }

    @Override
    public JsonNode memory() {
        ObjectNode memory = LogMemory.create(times);
        LogMemory.put(memory, "known", known.values());
        LogMemory.put(memory, "running", running.values());
        if (fresh != null) {
            memory.put("fresh", fresh.toString());
        }
        return memory;
    }

    @Override
    public void recall(JsonNode memory) {
        LogMemory.recall(times, memory);
        LogMemory.get(memory, "known", Known.class).forEach(job -> known.put(JobId.of(job.job()), job));
        LogMemory.get(memory, "running", Run.class).forEach(run -> running.put(JobId.of(run.job()), run));
        fresh = memory.hasNonNull("fresh") ? JobId.of(memory.get("fresh").asText()) : null;
    }
}
