package io.fairstream.rules.session;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.session.SessionDelta.SessionKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A random history of a few nodes: snapshots of several lives of their agents, with gaps, lost parts, sums that do not
 * balance and changing processors. Times are milliseconds, amounts odd, so that nothing is exact by chance.
 */
final class SessionHistory {
    private static final String[] USERS = {"alice", "bob", "Zoë O'Brien"};

    private final Random random;
    private final List<List<SessionDelta>> snapshots = new ArrayList<>();
    private final List<SessionDelta> records = new ArrayList<>();

    private SessionHistory(Random random) {
        this.random = random;
    }

    static SessionHistory random(long seed, int size) {
        SessionHistory history = new SessionHistory(new Random(seed));
        for (int node = 1 + history.random.nextInt(3); node > 0; node--) {
            history.addNode("n" + node, size);
        }
        return history;
    }

    private void addNode(String node, int size) {
        long time = random.nextInt(10_000);
        int processors = 1 + random.nextInt(8);
        int life = 0;
        long sequence = random.nextInt(3);
        for (int left = 1 + random.nextInt(size); left > 0; left--) {
            if (random.nextInt(5) == 0) {
                time += 1 + random.nextInt(5000);
            }
            if (random.nextInt(6) == 0) {
                processors = 1 + random.nextInt(8);
            }
            if (random.nextInt(8) == 0) {
                life++;
                sequence = 0;
            }
            long to = time + 1 + random.nextInt(3000);
            addSnapshot(new Interval(node, "life " + life, sequence, time, to, processors));
            sequence += random.nextInt(8) == 0 ? 2 : 1;
            time = to;
        }
    }

    /** The parts of a snapshot that its rows share. */
    private record Interval(String node, String life, long sequence, long from, long to, int processors) {}

    private void addSnapshot(Interval at) {
        long left = at.processors * (at.to - at.from) * 1000;
        int parts = 1 + random.nextInt(6);
        List<SessionDelta> deltas = new ArrayList<>();
        for (int session = 1; session < parts - 1; session++) {
            long micros = random.nextInt(3) == 0 ? 0 : random.nextInt(1_500_001);
            deltas.add(delta(at, parts, session, SessionKind.PROCESSES, micros));
            left -= micros;
        }
        if (parts > 1) {
            long idle = Math.max(0, left - random.nextInt(1000) + 300);
            deltas.add(delta(at, parts, -1, SessionKind.IDLE, idle));
            left -= idle;
        }
        boolean isUnbalanced = random.nextInt(12) == 0;
        deltas.add(delta(at, parts, 0, SessionKind.SYSTEM, isUnbalanced ? left + 1 : left));
        boolean isComplete = random.nextInt(8) > 0;
        records.addAll(isComplete ? deltas : deltas.subList(1, parts));
        if (isComplete && !isUnbalanced) {
            snapshots.add(deltas);
        }
    }

    private SessionDelta delta(Interval at, int parts, long session, SessionKind kind, long micros) {
        String user = kind == SessionKind.PROCESSES ? USERS[random.nextInt(USERS.length)] : "";
        long inSystemMode = micros > 0 ? random.nextInt(7) % micros : 0;
        return new SessionDelta(
                "tux",
                at.node,
                at.life,
                at.sequence,
                parts,
                session,
                kind,
                kind == SessionKind.PROCESSES ? random.nextInt(3) : 0,
                kind == SessionKind.PROCESSES ? (Long) (long) user.length() : null,
                user,
                at.from,
                at.to,
                micros - inSystemMode,
                inSystemMode,
                Amounts.of(quantity -> quantity == Quantity.CPU_USED ? 0 : random.nextInt(1000)),
                at.processors,
                at.sequence % 4 * 1_234_567);
    }

    /** The snapshots that are complete and balance. */
    List<List<SessionDelta>> snapshots() {
        return snapshots;
    }

    /** All records in the order of their times, as often as they are delivered: at least once. */
    List<SessionDelta> inOrder() {
        return records;
    }

    /** All records in an order of its own, some twice. */
    List<SessionDelta> shuffled(Random order) {
        List<SessionDelta> delivered = new ArrayList<>(records);
        for (SessionDelta record : records) {
            if (order.nextInt(4) == 0) {
                delivered.add(record);
            }
        }
        Collections.shuffle(delivered, order);
        return delivered;
    }

    /** All records and some that contradict, overlap or repeat them under another name, in an order of its own. */
    List<SessionDelta> disturbed(Random order) {
        List<SessionDelta> delivered = shuffled(order);
        for (int i = delivered.size() - 1; i >= 0; i--) {
            if (order.nextInt(6) == 0) {
                delivered.add(order.nextInt(delivered.size()), disturbed(delivered.get(i), order));
            }
        }
        return delivered;
    }

    private static SessionDelta disturbed(SessionDelta one, Random order) {
        int how = order.nextInt(4);
        return new SessionDelta(
                one.cluster(),
                one.node(),
                how == 0 ? "another life" : one.incarnation(),
                one.sequence(),
                how == 1 ? 1 : one.parts(),
                one.session(),
                one.kind(),
                one.jobId(),
                one.userId(),
                one.user(),
                how == 2 ? Math.max(0, one.from() - 1) : one.from(),
                one.to(),
                how == 1 ? one.nodeProcessors() * (one.to() - one.from()) * 1000 : one.userCpuMicros(),
                how == 1 ? 0 : one.systemCpuMicros(),
                how == 3 ? one.otherUsage().plus(Amounts.of(Quantity.VIRTUAL_MEMORY, 1)) : one.otherUsage(),
                one.nodeProcessors(),
                one.nodeEnergyMillijoules());
    }
}
