package io.fairstream.simulation.model;

import io.fairstream.schemas.Node;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.SessionKind;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UserAccounting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The times of nodes: the snapshots of which all parts are here; between two of them a node was down. */
final class Nodes {
    private final Map<String, List<Snapshot>> byNode = new TreeMap<>();

    /** The parts of one snapshot by their sessions. */
    private static final class Snapshot {
        private final Map<Long, SessionDelta> parts = new TreeMap<>();

        SessionDelta first() {
            return parts.values().iterator().next();
        }

        boolean isWhole() {
            return parts.size() == first().getParts();
        }

        long micros(SessionKind kind) {
            return parts.values().stream()
                    .filter(part -> part.getKind() == kind)
                    .mapToLong(part -> part.getUserCpuMicros() + part.getSystemCpuMicros())
                    .sum();
        }
    }

    Nodes(Taken taken) {
        Map<String, Snapshot> snapshots = new TreeMap<>();
        for (Taken.One<SessionDelta> one : taken.of(Topics.SESSION_DELTAS)) {
            SessionDelta delta = one.value();
            if (delta != null) {
                String name = one.key() + " " + delta.getIncarnation() + " " + delta.getSequence();
                Snapshot snapshot = snapshots.get(name);
                if (snapshot == null) {
                    snapshot = new Snapshot();
                    snapshots.put(name, snapshot);
                    byNode.computeIfAbsent(one.key(), any -> new ArrayList<>()).add(snapshot);
                }
                snapshot.parts.putIfAbsent(delta.getSession(), delta);
            }
        }
        byNode.values().forEach(each -> {
            each.removeIf(snapshot -> !snapshot.isWhole());
            each.sort(
                    Comparator.comparing((Snapshot snapshot) -> snapshot.first().getFrom()));
        });
        byNode.values().removeIf(List::isEmpty);
    }

    void compare(Map<String, Node> nodes, Map<String, UserAccounting> users, Differences differences) {
        Map<String, Node> byName = new TreeMap<>();
        nodes.values().forEach(node -> byName.put(node.getCluster() + "/" + node.getNode(), node));
        differences.compare("nodes", byNode.keySet(), byName.keySet());
        byName.forEach(
                (name, node) -> compare("nodes " + name, byNode.getOrDefault(name, List.of()), node, differences));
        Map<String, Long> used = new TreeMap<>();
        byNode.values()
                .forEach(snapshots -> snapshots.forEach(snapshot -> snapshot.parts.values().stream()
                        .filter(part -> part.getKind() == SessionKind.PROCESSES)
                        .forEach(part -> used.merge(
                                part.getUser(), part.getUserCpuMicros() + part.getSystemCpuMicros(), Long::sum))));
        for (UserAccounting user : users.values()) {
            if (used.containsKey(user.getUser())) {
                differences.compare(
                        "user-accounting " + user.getUser() + ".cpuTimeUsedMicros",
                        used.get(user.getUser()),
                        user.getCpuTimeUsedMicros());
            }
        }
    }

    private static void compare(String where, List<Snapshot> snapshots, Node node, Differences differences) {
        Map<SessionKind, Long> used = new EnumMap<>(SessionKind.class);
        long down = 0;
        long capacity = 0;
        Snapshot last = null;
        for (Snapshot snapshot : snapshots) {
            for (SessionKind kind : SessionKind.values()) {
                used.merge(kind, snapshot.micros(kind), Long::sum);
            }
            down += last == null
                    ? 0
                    : micros(
                            last.first(), last.first().getTo(), snapshot.first().getFrom());
            capacity += micros(
                    snapshot.first(),
                    snapshot.first().getFrom(),
                    snapshot.first().getTo());
            last = snapshot;
        }
        differences.compare(where + ".sessionsMicros", used.get(SessionKind.PROCESSES), node.getSessionsMicros());
        differences.compare(where + ".systemMicros", used.get(SessionKind.SYSTEM), node.getSystemMicros());
        differences.compare(where + ".idleMicros", used.get(SessionKind.IDLE), node.getIdleMicros());
        differences.compare(where + ".downMicros", down, node.getDownMicros());
        differences.compare(where + ".capacityMicros", capacity + down, node.getCapacityMicros());
        if (last != null) {
            differences.compare(where + ".coveredFrom", snapshots.get(0).first().getFrom(), node.getCoveredFrom());
            differences.compare(where + ".coveredUntil", last.first().getTo(), node.getCoveredUntil());
        }
    }

    private static long micros(SessionDelta of, Instant from, Instant to) {
        return of.getNodeProcessors() * (to.toEpochMilli() - from.toEpochMilli()) * 1000;
    }
}
