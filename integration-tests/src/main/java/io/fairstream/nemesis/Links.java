package io.fairstream.nemesis;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Links between any two processes: bytes pass at once, late, or not at all until the link is healed. */
final class Links {
    private final Set<Pair> cut = new HashSet<>();
    private final Map<Pair, Long> delays = new HashMap<>();
    private final Set<Connection> connections = new HashSet<>();

    /** From now on nothing goes that way; what is sent waits, as in a network that repeats what is lost. */
    synchronized void cut(Collection<Pair> pairs) {
        cut.addAll(pairs);
    }

    /** From now on everything takes so much longer. */
    synchronized void delay(Collection<Pair> pairs, long millis) {
        pairs.forEach(pair -> delays.put(pair, millis));
    }

    synchronized void heal(Collection<Pair> pairs) {
        pairs.forEach(cut::remove);
        pairs.forEach(delays::remove);
        notifyAll();
    }

    synchronized void healAll() {
        cut.clear();
        delays.clear();
        notifyAll();
    }

    /** Closes the connections there are, as a router does that forgets them. */
    void reset(Collection<Pair> pairs) {
        open().stream().filter(one -> pairs.contains(one.way())).forEach(Connection::close);
    }

    /** Waits while nothing goes that way. */
    void pass(Pair way) throws InterruptedException {
        Thread.sleep(delay(way));
        synchronized (this) {
            while (cut.contains(way)) {
                wait();
            }
        }
    }

    private synchronized long delay(Pair way) {
        return delays.getOrDefault(way, 0L);
    }

    synchronized void add(Connection connection) {
        connections.add(connection);
    }

    synchronized void remove(Connection connection) {
        connections.remove(connection);
    }

    private synchronized List<Connection> open() {
        return List.copyOf(connections);
    }
}
