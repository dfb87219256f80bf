package io.fairstream.agent;

import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.SessionKind;
import java.time.Instant;
import java.util.List;

/** Synthetic snapshots of one second each. */
final class Snapshots {
    private static final Instant BEGIN = Instant.parse("2026-03-02T08:00:00Z");

    private Snapshots() {}

    static List<SessionDelta> snapshot(long sequence) {
        return List.of(part(sequence, 0, SessionKind.SYSTEM), part(sequence, -1, SessionKind.IDLE));
    }

    private static SessionDelta part(long sequence, long session, SessionKind kind) {
        return SessionDelta.newBuilder()
                .setCluster("tux")
                .setNode("n7")
                .setIncarnation("boot/1772438400000")
                .setSequence(sequence)
                .setParts(2)
                .setSession(session)
                .setKind(kind)
                .setFrom(BEGIN.plusSeconds(sequence))
                .setTo(BEGIN.plusSeconds(sequence + 1))
                .setUserCpuMicros(session == 0 ? 400_000 : 600_000)
                .setNodeProcessors(1)
                .build();
    }
}
