package io.fairstream.rules.session;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.session.SessionDelta.SessionKind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The result of the snapshots that count, all known at once: written to be plainly right, not to be fast. */
final class SessionTruth {
    final Map<String, Amounts> sums = new TreeMap<>();
    final Map<String, NodeTime> times = new TreeMap<>();
    final Map<String, Map<Long, Long>> down = new TreeMap<>();

    SessionTruth(List<List<SessionDelta>> snapshots) {
        Map<String, TreeMap<Long, List<SessionDelta>>> byNode = new TreeMap<>();
        for (List<SessionDelta> snapshot : snapshots) {
            SessionDelta one = snapshot.get(0);
            byNode.computeIfAbsent(one.key(), key -> new TreeMap<>()).put(one.from(), snapshot);
            snapshot.forEach(this::charge);
            chargeEnergy(snapshot);
        }
        byNode.forEach((node, ofNode) -> add(node, List.copyOf(ofNode.values())));
        sums.values().removeIf(Amounts.EMPTY::equals);
    }

    private void charge(SessionDelta delta) {
        String user = switch (delta.kind()) {
            case PROCESSES -> delta.user();
            case SYSTEM -> "SYSTEM";
            case IDLE -> "IDLE";
        };
        charge(delta.cluster(), delta.jobId(), user, delta.used());
    }

    /** Millijoule by millijoule would take too long: the first i parts have their part of the node's energy, rounded down. */
    private void chargeEnergy(List<SessionDelta> snapshot) {
        List<SessionDelta> parts = new ArrayList<>(snapshot);
        parts.sort(Comparator.comparingLong(SessionDelta::session));
        BigInteger energy = BigInteger.valueOf(parts.get(0).nodeEnergyMillijoules());
        long all =
                parts.stream().mapToLong(part -> Math.max(0, part.cpuMicros())).sum();
        long before = 0;
        long had = 0;
        for (SessionDelta part : parts) {
            had += Math.max(0, part.cpuMicros());
            long until = energy.multiply(BigInteger.valueOf(had))
                    .divide(BigInteger.valueOf(all))
                    .longValueExact();
            String user = part.kind() == SessionKind.PROCESSES
                    ? part.user()
                    : part.kind().name();
            charge(part.cluster(), part.jobId(), user, Amounts.of(Quantity.ENERGY, until - before));
            before = until;
        }
    }

    private void charge(String cluster, long jobId, String user, Amounts used) {
        String job = cluster + "/" + jobId + (jobId == 0 ? "/" + user : "");
        sums.merge("JOB " + job + " " + user, used, Amounts::plus);
        sums.merge("USER " + user + " " + user, used, Amounts::plus);
    }

    private void add(String node, List<List<SessionDelta>> snapshots) {
        List<SessionDelta> first = snapshots.get(0);
        SessionDelta last = snapshots.get(snapshots.size() - 1).get(0);
        long capacity = 0;
        long downMicros = 0;
        SessionDelta before = null;
        for (List<SessionDelta> snapshot : snapshots) {
            SessionDelta one = snapshot.get(0);
            capacity += one.nodeProcessors() * (one.to() - one.from()) * 1000;
            if (before != null && before.to() < one.from()) {
                long micros = before.nodeProcessors() * (one.from() - before.to()) * 1000;
                downMicros += micros;
                charge(one.cluster(), 0, "DOWN", Amounts.of(Quantity.CPU_USED, micros));
                change(node, before.to(), before.nodeProcessors());
                change(node, one.from(), -before.nodeProcessors());
            }
            before = one;
        }
        times.put(
                node,
                new NodeTime(
                        last.nodeProcessors(),
                        snapshots.stream()
                                .map(snapshot -> snapshot.get(0).nodeProcessors())
                                .max(Comparator.naturalOrder())
                                .orElseThrow(),
                        micros(snapshots, SessionKind.PROCESSES),
                        micros(snapshots, SessionKind.SYSTEM),
                        micros(snapshots, SessionKind.IDLE),
                        downMicros,
                        capacity + downMicros,
                        first.get(0).from(),
                        last.to(),
                        last.to() - last.from()));
    }

    private static long micros(List<List<SessionDelta>> snapshots, SessionKind kind) {
        return snapshots.stream()
                .flatMap(List::stream)
                .filter(delta -> delta.kind() == kind)
                .mapToLong(delta -> delta.userCpuMicros() + delta.systemCpuMicros())
                .sum();
    }

    private void change(String node, long at, long processors) {
        change(down, node, at, processors);
    }

    /** So many more processors are down from that time on. */
    static void change(Map<String, Map<Long, Long>> changes, String node, long at, long processors) {
        Map<Long, Long> ofNode = changes.computeIfAbsent(node, key -> new TreeMap<>());
        ofNode.merge(at, processors, Long::sum);
        ofNode.values().removeIf(change -> change == 0);
        if (ofNode.isEmpty()) {
            changes.remove(node);
        }
    }
}
