package io.fairstream.rules.session;

import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of one snapshot that are here, in the order of their sessions. Mutable; one owner. */
final class Snapshot {
    private final List<Segment> parts = new ArrayList<>();

    Snapshot(Segment first) {
        parts.add(first);
    }

    List<Segment> parts() {
        return Collections.unmodifiableList(parts);
    }

    /** One of the parts, for what all have in common. */
    SessionDelta first() {
        return parts.get(0).delta();
    }

    boolean isComplete() {
        return parts.size() == first().parts();
    }

    /** Returns true if exactly this part is here. */
    boolean has(SessionDelta delta) {
        int place = place(delta.session());
        return place >= 0 && parts.get(place).delta().equals(delta);
    }

    /** The refusal of the snapshot because of a part that disagrees with those that are here, or null. */
    @Nullable
    Refused contradiction(SessionDelta delta) {
        if (!first().agreesWith(delta)) {
            return contradiction(wholeOf(delta), wholeOf(first()), parts.get(0));
        }
        int place = place(delta.session());
        return place < 0
                ? null
                : contradiction(
                        "session: " + delta.session() + " with other content", "the same again", parts.get(place));
    }

    private static Refused contradiction(String said, String expected, Segment here) {
        return new Refused(
                Reason.SNAPSHOT_CONTRADICTORY,
                String.format("%s (expected: %s, as offset %d says)", said, expected, here.offset()));
    }

    private static String wholeOf(SessionDelta delta) {
        String energy =
                delta.nodeEnergyMillijoules() == 0 ? "" : ", nodeEnergyMillijoules: " + delta.nodeEnergyMillijoules();
        return String.format(
                "from: %s, to: %s, parts: %d, nodeProcessors: %d%s",
                Instant.ofEpochMilli(delta.from()),
                Instant.ofEpochMilli(delta.to()),
                delta.parts(),
                delta.nodeProcessors(),
                energy);
    }

    /** Adds a part that does not {@linkplain #contradiction contradict} and is not {@linkplain #has here}. */
    void add(Segment part) {
        parts.add(-place(part.delta().session()) - 1, part);
    }

    /** Where a session's part is, or, when it is not here, -(where it belongs) - 1. */
    private int place(long session) {
        int low = 0;
        int high = parts.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long here = parts.get(middle).delta().session();
            if (here == session) {
                return middle;
            }
            if (here < session) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }

    /** CPU time of all parts of a kind, microseconds. */
    long micros(SessionKind kind) {
        long micros = 0;
        for (Segment part : parts) {
            if (part.delta().kind() == kind) {
                micros = Math.addExact(micros, part.delta().cpuMicros());
            }
        }
        return micros;
    }

    /** Processors x time, microseconds. */
    long capacityMicros() {
        return first().nodeProcessors() * first().millis() * 1000;
    }

    /** The refusal of a complete snapshot that does not balance, or null. */
    @Nullable
    Refused imbalance() {
        long sessions = micros(SessionKind.PROCESSES);
        long system = micros(SessionKind.SYSTEM);
        long idle = micros(SessionKind.IDLE);
        long sum = Math.addExact(Math.addExact(sessions, system), idle);
        if (sum == capacityMicros()) {
            return null;
        }
        return new Refused(
                Reason.SNAPSHOT_UNBALANCED,
                String.format(
                        "sessions %d + SYSTEM %d + IDLE %d = %d us (expected: %d processors x %d ms = %d us)",
                        sessions, system, idle, sum, first().nodeProcessors(), first().millis(), capacityMicros()));
    }

    /** The refusal of a snapshot that is given up because of something that happened before the rest was there. */
    Refused incompleteness(String before) {
        return new Refused(
                Reason.SNAPSHOT_INCOMPLETE,
                String.format("parts: %d of %d (expected: all before %s)", parts.size(), first().parts(), before));
    }
}
