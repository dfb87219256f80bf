package io.fairstream.slurm;

import io.fairstream.reading.MalformedException;
import io.fairstream.reading.SlurmState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Times of a row. {@code Elapsed = End - Start - Suspended}, and Slurm computes Elapsed in UTC. Therefore Elapsed resolves local
 * times in a repeated hour, and a missing Suspended is computed from Elapsed.
 *
 * @param submitted null if unknown
 * @param start of the run; null if there was none
 * @param otherStart the other reading of an ambiguous start of a continuing run; null for none
 * @param end of the run or the wait; null while it continues
 * @param suspended total suspension of the run, at most its duration; zero while it continues
 * @param notes unresolved properties
 */
record RunTimes(
        @Nullable Instant submitted,
        @Nullable Instant start,
        @Nullable Instant otherStart,
        @Nullable Instant end,
        Duration suspended,
        Set<OpenPoint> notes) {

    /** A reading of a row's start and end; each of them may be missing. */
    private record Span(@Nullable Instant start, @Nullable Instant end) {
        boolean isInOrder() {
            return start == null || end == null || !end.isBefore(start);
        }

        @Nullable
        Duration length() {
            return start == null || end == null ? null : Duration.between(start, end);
        }

        /** Returns 0 if the reading agrees with Elapsed, or if that is unknown; 1 if an unknown suspension can explain it; otherwise 2. */
        int misfit(@Nullable Duration elapsed, @Nullable Duration suspended) {
            Duration length = length();
            if (elapsed == null || length == null) {
                return 0;
            }
            int longer = length.compareTo(suspended == null ? elapsed : elapsed.plus(suspended));
            return longer == 0 ? 0 : longer > 0 && suspended == null ? 1 : 2;
        }
    }

    /**
     * Reads the times.
     *
     * @param hasRun whether the row has a run; the start of a job that was cancelled while it waited is its end
     */
    static RunTimes of(Row row, SlurmState state, boolean hasRun, Times times) throws MalformedException {
        List<Instant> starts = hasRun && state != SlurmState.WAITS ? times.readings(row, "start") : List.of();
        List<Instant> reported = times.readings(row, "end");
        List<Instant> ends = state.isFinal() ? reported : List.of();
        Duration suspended = times.duration(row, "suspended");
        Duration elapsed = elapsed(row, times);
        Set<OpenPoint> notes = EnumSet.noneOf(OpenPoint.class);
        if (!reported.isEmpty() && ends.isEmpty()) {
            notes.add(OpenPoint.NOT_OVER);
        }
        List<Span> spans = spans(starts, ends);
        int least = spans.stream()
                .mapToInt(span -> span.misfit(elapsed, suspended))
                .min()
                .orElse(0);
        List<Span> best = spans.stream()
                .filter(span -> span.misfit(elapsed, suspended) == least)
                .toList();
        Span span = best.get(0);
        if (best.size() > 1) {
            notes.add(OpenPoint.HOUR_TWICE);
        }
        if (least == 2) {
            notes.add(OpenPoint.ELAPSED_DIFFERS);
        }
        if (span.start() != null
                && ends.isEmpty()
                && (isAbove0(suspended) || SlurmState.word(row.text("state")).equals("SUSPENDED"))) {
            notes.add(OpenPoint.SUSPENSION_OPEN);
        }
        return new RunTimes(
                submitted(times.readings(row, "submit"), span, notes),
                span.start(),
                ends.isEmpty() && best.size() > 1 ? best.get(1).start() : null,
                span.end(),
                suspended(row, span, elapsed, suspended),
                notes);
    }

    /** Returns all combinations of readings in which the end is not before the start, the earlier ones first. */
    private static List<Span> spans(List<Instant> starts, List<Instant> ends) throws MalformedException {
        List<Span> spans = new ArrayList<>();
        for (int i = 0; i < Math.max(1, starts.size()); i++) {
            for (int j = 0; j < Math.max(1, ends.size()); j++) {
                spans.add(new Span(starts.isEmpty() ? null : starts.get(i), ends.isEmpty() ? null : ends.get(j)));
            }
        }
        List<Span> inOrder = spans.stream().filter(Span::isInOrder).toList();
        if (inOrder.isEmpty()) {
            throw new MalformedException("end", ends.get(ends.size() - 1), "not before start, " + starts.get(0));
        }
        return inOrder;
    }

    /** Returns the submission, not after the start. A requeue updates Submit, in old releases also in the row of the previous run. */
    private static @Nullable Instant submitted(List<Instant> readings, Span span, Set<OpenPoint> notes) {
        Instant bound = span.start() == null ? span.end() : span.start();
        List<Instant> before = readings.stream()
                .filter(reading -> bound == null || !reading.isAfter(bound))
                .toList();
        if (before.size() > 1) {
            notes.add(OpenPoint.HOUR_TWICE);
        }
        if (before.isEmpty() && !readings.isEmpty()) {
            notes.add(OpenPoint.SUBMIT_LATE);
            return bound;
        }
        return readings.isEmpty() ? null : before.get(0);
    }

    private static Duration suspended(Row row, Span span, @Nullable Duration elapsed, @Nullable Duration reported)
            throws MalformedException {
        Duration whole = span.length();
        if (whole == null) {
            return Duration.ZERO;
        }
        if (reported == null) {
            return elapsed == null || elapsed.compareTo(whole) > 0 ? Duration.ZERO : whole.minus(elapsed);
        }
        if (reported.compareTo(whole) > 0) {
            throw new MalformedException("suspended", row.text("suspended"), "at most the run, " + whole);
        }
        return reported;
    }

    private static @Nullable Duration elapsed(Row row, Times times) throws MalformedException {
        Long seconds = row.whole("elapsedraw");
        return seconds == null ? times.duration(row, "elapsed") : Duration.ofSeconds(seconds);
    }

    private static boolean isAbove0(@Nullable Duration duration) {
        return duration != null && !duration.isZero();
    }
}
