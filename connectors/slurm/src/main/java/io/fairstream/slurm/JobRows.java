package io.fairstream.slurm;

import io.fairstream.reading.SlurmState;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one job number: its runs and the pieces of runs between changes of size.
 *
 * <p>A dump contains the total duration of a run's suspensions, but not their times. The suspension is reported at the end of the
 * run: before, the job's allocated time is too large by at most this duration; afterwards it is exact. The suspension of a continuing
 * run is not reported, because a later dump contains it again, and it may be longer.
 */
final class JobRows {
    /** Order by submission, start and end; a row of a continuing run comes before the row with its end. */
    private static final Comparator<RunRow> ORDER = Comparator.comparing(
                    RunRow::submitted, Comparator.nullsFirst(Comparator.<Instant>naturalOrder()))
            .thenComparing(RunRow::start, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(RunRow::end, Comparator.nullsFirst(Comparator.naturalOrder()));

    private final List<RunRow> rows = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();

    /**
     * Measurements of a step.
     *
     * @param start null if unknown
     */
    private record Step(@Nullable Instant start, RunUsage usage) {}

    void add(RunRow row) {
        rows.add(row);
    }

    void addStep(@Nullable Instant start, RunUsage usage) {
        steps.add(new Step(start, usage));
    }

    /** Returns the events of the rows, each run from its submission to its end. */
    List<JobEvent> events(Consumer<OpenPoint> notes) {
        List<RunRow> all = List.copyOf(rows);
        rows.removeIf(row -> all.stream().anyMatch(row::isDecidedBy));
        rows.sort(ORDER);
        List<JobEvent> events = new ArrayList<>();
        Instant submitted = null;
        RunUsage[] usages = usages();
        for (int i = 0; i < rows.size(); i++) {
            RunRow row = rows.get(i);
            boolean continues = i > 0 && row.continues(rows.get(i - 1));
            submitted = continues ? submitted : row.submitted();
            if (continues) {
                usages[i] = usages[i].plus(usages[i - 1]);
            }
            if (!continues) {
                addWait(row, submitted, events, notes);
            }
            addRun(row, submitted, events);
            boolean goesOn = i + 1 < rows.size() && rows.get(i + 1).continues(row);
            addEnd(row, submitted, usages[i], goesOn, events, notes);
            row.notes().forEach(notes);
        }
        return events;
    }

    /** Returns the measured usage of each row, including its steps. */
    private RunUsage[] usages() {
        RunUsage[] usages = rows.stream().map(RunRow::usage).toArray(RunUsage[]::new);
        for (Step step : steps) {
            int i = rows.size() - 1;
            while (i > 0 && !rows.get(i).includes(step.start())) {
                i--;
            }
            if (i >= 0) {
                usages[i] = usages[i].plus(step.usage());
            }
        }
        return usages;
    }

    /** Adds the event of a submission, if the row contains the user's number, the group and the size. */
    private static void addWait(
            RunRow row, @Nullable Instant submitted, List<JobEvent> events, Consumer<OpenPoint> notes) {
        JobEvent.Builder about = row.about();
        boolean sized = row.asked().cpus() != null || row.asked().nodes() != null || about.getProcessors() != null;
        if (submitted == null || about.getUserId() == null || about.getGroups().isEmpty() || !sized) {
            notes.accept(OpenPoint.WAIT_UNTOLD);
            return;
        }
        Integer cpus = row.asked().cpus();
        Integer nodes = row.asked().nodes();
        Integer gpus = row.asked().gpus();
        Long memory = row.asked().memoryMiB();
        events.add(JobEvent.newBuilder(about)
                .setSubmitted(submitted)
                .setAt(submitted)
                .setState(JobState.PENDING)
                .setProcessors(cpus == null ? about.getProcessors() : cpus)
                .setNodes(nodes == null ? about.getNodes() : nodes)
                .setGpus(gpus == null ? about.getGpus() : gpus)
                .setMemoryMiB(memory == null ? about.getMemoryMiB() : memory)
                .setTres(row.askedTres().isEmpty() ? about.getTres() : row.askedTres())
                .setNodeList("")
                .build());
    }

    private static void addRun(RunRow row, @Nullable Instant submitted, List<JobEvent> events) {
        Instant start = row.start();
        Instant end = row.end();
        if (start == null) {
            return;
        }
        events.add(inRun(row, submitted, start, JobState.RUNNING));
        Duration suspended = row.times().suspended();
        if (end != null && !suspended.isZero()) {
            events.add(inRun(row, submitted, end.minus(suspended), JobState.SUSPENDED));
        }
    }

    private static JobEvent inRun(RunRow row, @Nullable Instant submitted, Instant at, JobState state) {
        return JobEvent.newBuilder(row.about())
                .setSubmitted(submitted)
                .setAt(at)
                .setState(state)
                .build();
    }

    private static void addEnd(
            RunRow row,
            @Nullable Instant submitted,
            RunUsage usage,
            boolean goesOn,
            List<JobEvent> events,
            Consumer<OpenPoint> notes) {
        Instant end = row.end();
        if (end == null || goesOn) {
            return;
        }
        boolean sizeUnknown = row.state() == SlurmState.SIZE_CHANGED;
        if (sizeUnknown) {
            notes.accept(OpenPoint.SIZE_UNKNOWN);
        }
        boolean over = sizeUnknown || row.state() == SlurmState.OVER;
        JobState waiting = row.state() == SlurmState.HELD ? JobState.HELD : JobState.PENDING;
        JobEvent.Builder event = JobEvent.newBuilder(row.about())
                .setSubmitted(submitted)
                .setAt(end)
                .setState(over ? JobState.COMPLETE : waiting)
                .setOutcome(over ? row.word() : null)
                .setExitCode(over ? row.exit().code() : null)
                .setSignal(over ? row.exit().signal() : null);
        events.add((row.ran() ? usage.addTo(event) : event).build());
    }
}
