package io.fairstream.agent.node;

import io.fairstream.schemas.SessionKind;
import org.jspecify.annotations.Nullable;

/**
 * Part of the time of a node's processors in an interval.
 *
 * @param session number of the part: the session id, 0 for SYSTEM, -1 for IDLE, {@code -1 - jobId} for the usage counted by a
 *     job's control group beyond the job's sessions
 * @param kind processes of a session or job, SYSTEM or IDLE
 * @param jobId 0 for none
 * @param user number of the charged user; null for SYSTEM and IDLE
 * @param cpu CPU time; may be negative for SYSTEM; for IDLE the idle time, as user time
 * @param realKiBSeconds real memory over wall time, KiB x s
 * @param virtualKiBSeconds virtual memory over wall time, KiB x s
 * @param realHighwaterKiB maximum real memory, KiB
 * @param virtualHighwaterKiB maximum virtual memory, KiB
 */
public record Segment(
        long session,
        SessionKind kind,
        long jobId,
        @Nullable Long user,
        CpuTime cpu,
        long realKiBSeconds,
        long virtualKiBSeconds,
        long realHighwaterKiB,
        long virtualHighwaterKiB) {
    static final long SYSTEM = 0;
    static final long IDLE = -1;

    static Segment of(SessionUse use) {
        Session session = use.session();
        return new Segment(
                session.id(),
                SessionKind.PROCESSES,
                session.jobId(),
                session.user(),
                use.cpu(),
                use.realKiBSeconds(),
                use.virtualKiBSeconds(),
                use.realHighwaterKiB(),
                use.virtualHighwaterKiB());
    }

    Segment with(CpuTime other) {
        return new Segment(
                session,
                kind,
                jobId,
                user,
                other,
                realKiBSeconds,
                virtualKiBSeconds,
                realHighwaterKiB,
                virtualHighwaterKiB);
    }

    /** Returns the segment with this CPU time and without memory. */
    Segment withNoMore(CpuTime other) {
        return new Segment(session, kind, jobId, user, other, 0, 0, 0, 0);
    }

    /** Creates a segment for the usage counted by a job's control group beyond the job's sessions. */
    static Segment ofGroup(long jobId, long user, CpuTime cpu, long realKiBSeconds, long realHighwaterKiB) {
        return new Segment(
                IDLE - jobId, SessionKind.PROCESSES, jobId, user, cpu, realKiBSeconds, 0, realHighwaterKiB, 0);
    }

    static Segment system(CpuTime cpu) {
        return new Segment(SYSTEM, SessionKind.SYSTEM, 0, null, cpu, 0, 0, 0, 0);
    }

    static Segment idle(long micros) {
        return new Segment(IDLE, SessionKind.IDLE, 0, null, new CpuTime(micros, 0), 0, 0, 0, 0);
    }
}
