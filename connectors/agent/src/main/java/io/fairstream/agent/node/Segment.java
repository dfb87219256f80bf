package io.fairstream.agent.node;

import io.fairstream.schemas.SessionKind;
import org.jspecify.annotations.Nullable;

/**
 * One part of what a node's processors did in an interval.
 *
 * @param session its number: the session id, 0 for SYSTEM, -1 for IDLE, {@code -1 - jobId} for what a job's control group
 *     counted and no session of the job explains
 * @param kind of what it is a part
 * @param jobId 0 for none
 * @param user number of the user who is charged; null for SYSTEM and IDLE
 * @param cpu of SYSTEM it may be negative; of IDLE the idle time, as user time
 * @param realKiBSeconds KiB x s
 * @param virtualKiBSeconds KiB x s
 * @param realHighwaterKiB KiB
 * @param virtualHighwaterKiB KiB
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

    /** Returns CPU time alone. */
    Segment withNoMore(CpuTime other) {
        return new Segment(session, kind, jobId, user, other, 0, 0, 0, 0);
    }

    /** Segment for the usage counted by a job's control group beyond the job's sessions. */
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
