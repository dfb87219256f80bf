package io.fairstream.rules.session;

import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.session.Coverage.Down;
import io.fairstream.rules.session.SessionDelta.SessionKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Breakdown of the time of a node's processors. Sessions, SYSTEM, IDLE and DOWN add up to the capacity, exact to the microsecond.
 *
 * @param processors of the node at {@code coveredUntil}; 0 before the first snapshot
 * @param maxProcessors largest number of processors so far
 * @param sessionsMicros CPU time of sessions
 * @param systemMicros CPU time not explained by any session
 * @param idleMicros CPU time that nobody used
 * @param downMicros processors x time not covered by any snapshot
 * @param capacityMicros processors x the time from {@code coveredFrom} to {@code coveredUntil}
 * @param coveredFrom begin of the first snapshot, milliseconds since 1970 UTC
 * @param coveredUntil end of the last snapshot, milliseconds since 1970 UTC
 * @param lastMillis length of the last snapshot
 */
public record NodeTime(
        int processors,
        int maxProcessors,
        long sessionsMicros,
        long systemMicros,
        long idleMicros,
        long downMicros,
        long capacityMicros,
        long coveredFrom,
        long coveredUntil,
        long lastMillis) {
    /** Before the first snapshot. */
    public static final NodeTime ZERO = new NodeTime(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Maximum total, to which the sum of one more snapshot can be added without overflow of a long. */
    private static final long MAX = 5_000_000_000_000_000_000L;

    private static final int SILENT_INTERVALS = 3;

    /** Returns true if no snapshot was ever applied. */
    public boolean isNone() {
        return processors == 0;
    }

    /** Computes the silence after which the node is down, microseconds; configured zero is three times the last snapshot's interval. */
    public long silenceMicros(Duration silence) {
        return silence.isZero() ? SILENT_INTERVALS * lastMillis * 1000 : TimeUnit.MICROSECONDS.convert(silence);
    }

    /** Returns the rejection of a snapshot that would make a total overflow a long, or null. */
    @Nullable
    Rejection refusal(Snapshot snapshot) {
        NodeTime then = covering(snapshot, 0);
        long millis = then.coveredUntil - then.coveredFrom;
        if (millis > MAX / 1000 / then.maxProcessors) {
            return beyond(String.format(
                    "processors x time: %d from %s to %s",
                    then.maxProcessors,
                    Instant.ofEpochMilli(then.coveredFrom),
                    Instant.ofEpochMilli(then.coveredUntil)));
        }
        if (then.sessionsMicros > MAX) {
            return beyond("sessions: " + then.sessionsMicros + " us");
        }
        if (Math.abs(then.systemMicros) > MAX) {
            return beyond("SYSTEM: " + then.systemMicros + " us");
        }
        return then.idleMicros > MAX ? beyond("IDLE: " + then.idleMicros + " us") : null;
    }

    private static Rejection beyond(String total) {
        return new Rejection(Reason.NUMBER_IMPOSSIBLE, total + " (expected: at most " + MAX + " us of a node in all)");
    }

    /** Returns the time after a snapshot and its changes of DOWN. */
    NodeTime with(Snapshot snapshot, List<Down> downs) {
        return covering(snapshot, downs.stream().mapToLong(Down::micros).reduce(0, Math::addExact));
    }

    private NodeTime covering(Snapshot snapshot, long down) {
        SessionDelta one = snapshot.first();
        boolean isLast = isNone() || one.to() > coveredUntil;
        return new NodeTime(
                isLast ? one.nodeProcessors() : processors,
                Math.max(maxProcessors, one.nodeProcessors()),
                Math.addExact(sessionsMicros, snapshot.micros(SessionKind.PROCESSES)),
                Math.addExact(systemMicros, snapshot.micros(SessionKind.SYSTEM)),
                Math.addExact(idleMicros, snapshot.micros(SessionKind.IDLE)),
                Math.addExact(downMicros, down),
                Math.addExact(capacityMicros, Math.addExact(snapshot.capacityMicros(), down)),
                isNone() ? one.from() : Math.min(coveredFrom, one.from()),
                isLast ? one.to() : coveredUntil,
                isLast ? one.millis() : lastMillis);
    }

    /** Published row of a node. The names are those of the schema {@code Node}, which documents them. */
    public record NodeRow(
            String cluster,
            String node,
            int processors,
            long sessionsMicros,
            long systemMicros,
            long idleMicros,
            long downMicros,
            long capacityMicros,
            long coveredFrom,
            long coveredUntil,
            long silenceMicros) {
        /** Creates the row of a node; the key is cluster/node, where a cluster's name has no slash. */
        public static NodeRow of(String key, NodeTime time, long silenceMicros) {
            int slash = key.indexOf('/');
            return new NodeRow(
                    key.substring(0, slash),
                    key.substring(slash + 1),
                    time.processors(),
                    time.sessionsMicros(),
                    time.systemMicros(),
                    time.idleMicros(),
                    time.downMicros(),
                    time.capacityMicros(),
                    time.coveredFrom(),
                    time.coveredUntil(),
                    silenceMicros);
        }
    }
}
