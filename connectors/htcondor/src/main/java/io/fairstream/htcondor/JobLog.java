package io.fairstream.htcondor;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reader of a job event log. A running job (001) holds its slot until it is evicted (004), terminated (005), its shadow fails
 * (007), it is aborted (009), held (012) or cannot be reconnected (024). Suspensions (010, 011) are passed on; a setting of the
 * topology determines whether they are charged. A disconnected job (022) keeps its slot.
 *
 * <p>A job ad event (028) contains the job's owner, cores and universe. A begin waits for the next entry, because that may be such an
 * event. A job of the parallel universe begins on each of its slots (014), and holds all of them until it ends. A job that is sent to
 * another system (017, 027) has no slot.
 */
final class JobLog implements EntryReader {
    private static final int EXECUTE = 1;
    private static final int NODE_EXECUTE = 14;
    private static final int AD_INFORMATION = 28;
    /** Kinds of events that also occur for waiting jobs: failure of the shadow, abort and hold. */
    private static final Set<Integer> OF_WAITING = Set.of(7, 9, 12);
    /** Largest number of HTCondor's kinds of events for jobs, which begin at 0. */
    private static final int LAST_KIND = 47;

    private final Source source;
    private final LogTimes times;
    private final @Nullable Map<String, Double> lateWeights;
    private final Entries entries;
    private final Map<JobId, Known> known = new HashMap<>();
    private final OpenRuns running = new OpenRuns();
    private @Nullable JobId fresh;

    /**
     * Data of a job that does not depend on its runs.
     *
     * @param weight of a slot; null if unknown
     * @param slots number of slots while it runs; null if unknown
     * @param hasNone whether it never holds a slot
     */
    private record Known(
            String job,
            @Nullable String customer,
            @Nullable Weight weight,
            @Nullable Integer slots,
            boolean hasNone) {
        Known or(Known before) {
            return new Known(
                    job,
                    customer == null ? before.customer : customer,
                    weight == null ? before.weight : weight,
                    slots == null ? before.slots : slots,
                    hasNone || before.hasNone);
        }
    }

    /**
     * Creates a reader.
     *
     * @param lateWeights weights by match id that the log contains only at the end of the match; the reader adds those it finds.
     *     Null if the log is not read again
     * @param problems receives each entry that is not an event
     */
    JobLog(Source source, LogTimes times, @Nullable Map<String, Double> lateWeights, Consumer<Problem> problems) {
        this.source = source;
        this.times = times;
        this.lateWeights = lateWeights;
        this.entries = new Entries(source.name(), problems);
    }

    @Override
    public void read(RawEntry entry, Consumer<MatchEvent> events) {
        entries.readLogged(entry, () -> {
            JobLogEvent event = JobLogEvent.of(entry);
            if (!goesOn(event)) {
                pause(events);
            }
            Instant at = event.at(times);
            return entries.timed(read(event, at, events), times.isGuess());
        });
    }

    /** Returns true if an event may complete a begin that has not been passed on yet. */
    private boolean goesOn(JobLogEvent event) {
        JobId job = event.job().ofJob();
        return job.equals(fresh)
                && (event.kind() == AD_INFORMATION
                        || event.kind() == NODE_EXECUTE
                        || (event.kind() == EXECUTE && running.hasNodes(job)));
    }

    private Outcome read(JobLogEvent event, Instant at, Consumer<MatchEvent> events) {
        if (event.kind() > LAST_KIND) {
            return Outcome.UNKNOWN_KIND;
        }
        return switch (event.kind()) {
            case EXECUTE, 4, 5, 7, 9, 10, 11, 12, NODE_EXECUTE, 17, 22, 23, 24, 27, AD_INFORMATION ->
                event.job().isKnown() ? readKnown(event, at, events) : Outcome.NO_JOB_ID;
            default -> Outcome.NOT_ABOUT_USE;
        };
    }

    private Outcome readKnown(JobLogEvent event, Instant at, Consumer<MatchEvent> events) {
        if (event.kind() == AD_INFORMATION) {
            return learn(event, events);
        }
        if (event.kind() == 17 || event.kind() == 27) {
            return learn(event.job(), new Known(event.job().ofJob().toString(), null, null, null, true), true, events);
        }
        Known job = known.get(event.job().ofJob());
        if (job != null && job.hasNone()) {
            forgetAfter(event);
            return Outcome.NO_CLAIM;
        }
        boolean runs = !running.of(event.job()).isEmpty();
        return switch (event.kind()) {
            case EXECUTE, NODE_EXECUTE -> begin(event, at, events);
            case 23 -> runs ? Outcome.KEPT : begin(event, at, events);
            case 22 -> runs ? Outcome.KEPT : Outcome.NOT_RUNNING;
            case 10, 11 -> suspend(event.job(), event.kind() == 10, at, events);
            default -> end(event, at, events);
        };
    }

    private Outcome begin(JobLogEvent event, Instant at, Consumer<MatchEvent> events) {
        ClassAd ad = event.attributes();
        JobId job = event.job().ofJob();
        boolean isNode = event.kind() == NODE_EXECUTE;
        JobId id = isNode ? node(event) : event.job();
        if (event.kind() == EXECUTE && running.hasNodes(job) && running.get(job) != null) {
            return Outcome.KEPT;
        }
        Run run = Run.of(id, at, Customer.first(ad, "SlotName", "StartdName"), cores(ad));
        Run before = running.get(id);
        if (before != null && before.matchId().equals(run.matchId())) {
            return Outcome.REPEATED;
        }
        if (before != null) {
            lose(before, at, events);
        }
        Known about = known.get(job);
        Run first = about == null ? run : run.with(about.customer(), null, null);
        running.put(id, first);
        if (isNode) {
            running.addNode(id);
        } else {
            addSlots(job, first, about == null ? null : about.slots());
        }
        fresh = job;
        return Outcome.BEGIN;
    }

    private static JobId node(JobLogEvent event) {
        Long node = event.attributes().whole("Node");
        JobId job = event.job();
        return node == null ? job : new JobId(job.cluster(), job.process(), node);
    }

    /** Adds the further slots of a job whose slots are not listed individually. */
    private void addSlots(JobId job, Run first, @Nullable Integer slots) {
        for (int node = 1; slots != null && node < slots; node++) {
            JobId id = new JobId(job.cluster(), job.process(), node);
            running.put(id, first.onSlot(id));
        }
    }

    private static @Nullable Double cores(ClassAd ad) {
        ClassAd slot = ad.nested("ExecuteProps");
        return Weight.first(slot == null ? ad : slot.under(ad), "Cpus");
    }

    /** Ends a run whose end is missing in the log; it ended at the latest when the job's next run began. */
    private void lose(Run run, Instant at, Consumer<MatchEvent> events) {
        if (run.isTold()) {
            events.accept(run.unmatched(source, at));
        } else {
            unknown(run);
        }
    }

    /** Counts the begin of a run without a customer as {@link Outcome#NO_CUSTOMER}. */
    private void unknown(Run run) {
        if (run.isEntry()) {
            entries.outcomes().add(Outcome.NO_CUSTOMER);
            entries.outcomes().take(Outcome.BEGIN);
        }
    }

    @Override
    public void pause(Consumer<MatchEvent> events) {
        JobId job = fresh;
        fresh = null;
        if (job != null) {
            running.of(job).forEach(id -> tell(id, events));
        }
    }

    private void tell(JobId id, Consumer<MatchEvent> events) {
        Run run = running.get(id);
        String customer = run == null ? null : source.userOr(run.customer());
        if (run == null || customer == null || run.isTold()) {
            return;
        }
        Weight weight = weight(run, known.get(id.ofJob()));
        Run reported = run.asReported(customer, weight);
        entries.weighed(weight);
        running.put(id, reported);
        events.accept(reported.matched(source, run.start(), customer));
    }

    /** Returns the weight from the run's begin, otherwise from its end, otherwise from the job. */
    private Weight weight(Run run, @Nullable Known job) {
        Double reported = run.cores();
        if (reported == null && lateWeights != null) {
            reported = lateWeights.get(run.matchId());
        }
        if (reported != null) {
            return new Weight(reported, null);
        }
        Weight ofJob = job == null ? null : job.weight();
        return ofJob == null ? Weight.UNKNOWN : new Weight(ofJob.amount(), OpenPoint.WEIGHT_REQUESTED);
    }

    private Outcome suspend(JobId job, boolean suspended, Instant at, Consumer<MatchEvent> events) {
        Outcome outcome = Outcome.NOT_RUNNING;
        for (JobId id : running.of(job)) {
            Run run = running.get(id);
            String customer = run == null ? null : run.customer();
            if (run == null || !run.isTold() || customer == null) {
                outcome = Outcome.NO_CUSTOMER;
            } else {
                events.accept(suspended ? run.suspended(source, at, customer) : run.matched(source, at, customer));
                outcome = suspended ? Outcome.SUSPENDED : Outcome.RESUMED;
            }
        }
        return outcome;
    }

    private Outcome learn(JobLogEvent event, Consumer<MatchEvent> events) {
        ClassAd ad = event.attributes();
        String customer = Customer.ofJob(ad);
        Weight weight = Weight.ofJob(ad).equals(Weight.UNKNOWN) ? null : Weight.ofJob(ad);
        boolean hasNone = JobSlot.hasNone(ad);
        Integer slots = ad.has("JobUniverse") ? JobSlot.count(ad) : null;
        if (customer == null && weight == null && slots == null && !hasNone) {
            return Outcome.NOT_ABOUT_USE;
        }
        Long trigger = ad.whole("TriggerEventTypeNumber");
        JobId job = event.job().ofJob();
        Outcome outcome = learn(
                job,
                new Known(job.toString(), customer, weight, slots, hasNone),
                trigger == null || !isLast(trigger.intValue()),
                events);
        Run first = running.get(job);
        if (first != null && !first.isTold() && !running.hasNodes(job)) {
            addSlots(job, first, slots);
        }
        Double provisioned = weight == null || weight.guess() != null ? null : (Double) weight.amount();
        for (JobId id : running.of(job)) {
            Run run = running.get(id);
            if (run != null && !run.isTold()) {
                running.put(id, run.with(customer, provisioned, id.equals(job) ? ad.text("RemoteHost") : null));
                if (!job.equals(fresh)) {
                    tell(id, events);
                }
            }
        }
        return outcome;
    }

    private Outcome learn(JobId id, Known about, boolean goesOn, Consumer<MatchEvent> events) {
        JobId job = id.ofJob();
        if (goesOn) {
            Known before = known.get(job);
            known.put(job, before == null ? about : about.or(before));
        }
        if (about.hasNone()) {
            for (Run run : running.remove(job)) {
                if (run.isTold()) {
                    events.accept(run.unmatched(source, run.start()));
                }
                if (run.isEntry()) {
                    entries.outcomes().move(Outcome.BEGIN, Outcome.NO_CLAIM);
                }
            }
        }
        return Outcome.LEARNED;
    }

    private Outcome end(JobLogEvent event, Instant at, Consumer<MatchEvent> events) {
        List<Run> ended = running.remove(event.job());
        forgetAfter(event);
        if (ended.isEmpty()) {
            return OF_WAITING.contains(event.kind()) ? Outcome.NO_MATCH : Outcome.NOT_RUNNING;
        }
        Outcome outcome = Outcome.NO_CUSTOMER;
        for (Run run : ended) {
            if (run.isTold()) {
                keepLateWeight(run, Weight.first(event.attributes(), "Cpus"));
                events.accept(run.unmatched(source, at));
                outcome = Outcome.END;
            } else {
                unknown(run);
            }
        }
        return outcome;
    }

    /** Stores a weight for the second pass over the log, so that it need not be guessed. */
    private void keepLateWeight(Run run, @Nullable Double allocated) {
        if (allocated != null && run.cores() == null && lateWeights != null) {
            lateWeights.put(run.matchId(), allocated);
            if (run.guessed() != null) {
                entries.outcomes().take(run.guessed());
            }
        }
    }

    private void forgetAfter(JobLogEvent event) {
        if (isLast(event.kind())) {
            known.remove(event.job().ofJob());
        }
    }

    /** Returns true if no event of the job follows one of that kind. */
    private static boolean isLast(int kind) {
        return kind == 5 || kind == 9;
    }

    @Override
    public RecordOutcomes outcomes() {
        RecordOutcomes all = new RecordOutcomes();
        all.addAll(entries.outcomes());
        running.all().stream().filter(run -> !run.isTold() && run.isEntry()).forEach(run -> {
            all.add(Outcome.NO_CUSTOMER);
            all.take(Outcome.BEGIN);
        });
        return all;
    }

    @Override
    public JsonNode memory() {
        ObjectNode memory = times.memory();
        LogTimes.put(memory, "known", known.values());
        LogTimes.put(memory, "running", running.all());
        if (fresh != null) {
            memory.put("fresh", fresh.toString());
        }
        return memory;
    }

    @Override
    public void restore(JsonNode memory) {
        times.restore(memory);
        LogTimes.get(memory, "known", Known.class).forEach(job -> known.put(JobId.of(job.job()), job));
        LogTimes.get(memory, "running", Run.class).forEach(run -> running.put(JobId.of(run.job()), run));
        fresh = memory.hasNonNull("fresh") ? JobId.of(memory.get("fresh").asText()) : null;
    }
}
