package io.fairstream.nemesis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Does and undoes faults. */
final class Acts {
    private static final long STORM_MILLIS = 1200;
    private static final int LONGEST_DELAY = 350;
    private static final int SHORTEST_DELAY = 50;

    private final NemesisSite site;
    private final Disks disks;
    private final Map<String, String> clock;

    /**
     * For a site.
     *
     * @param clock environment with which a process sees another clock but for which one; empty if that is not possible
     */
    Acts(NemesisSite site, Disks disks, Map<String, String> clock) {
        this.site = site;
        this.disks = disks;
        this.clock = clock;
    }

    void begin(Fault fault) throws IOException, InterruptedException {
        Victim victim = site.victim(fault.target());
        switch (fault.kind()) {
            case KILL_INSTANCE, KILL_BROKER, KILL_CONNECTOR -> victim.kill();
            case LOSE_STATE -> {
                victim.kill();
                site.files().deleteState(fault.target());
            }
            case PAUSE_INSTANCE, PAUSE_BROKER, PAUSE_CONNECTOR -> victim.signal("STOP");
            case RESTART_INSTANCE, RESTART_BROKER -> victim.stop();
            case STORM -> storm(victim, fault);
            case CUT_CLIENT, CUT_CLIENT_ONE_WAY, CUT_CLIENT_OFF, CUT_BROKERS, CUT_BROKERS_ONE_WAY, CUT_BROKER_OFF ->
                site.links().cut(pairs(fault));
            case SLOW -> site.links().delay(pairs(fault), SHORTEST_DELAY + (long) (fault.chance() * LONGEST_DELAY));
            case RESET -> site.links().reset(pairs(fault));
            case FULL_DISK -> fillDisk(victim, fault.target());
            case READ_ONLY_DISK -> {
                victim.kill();
                disks.remount(fault.target(), true);
                victim.start();
            }
            case CLOCK -> {
                victim.kill();
                victim.start(clock(fault));
            }
        }
    }

    void end(Fault fault) throws IOException, InterruptedException {
        Victim victim = site.victim(fault.target());
        switch (fault.kind()) {
            case KILL_INSTANCE, KILL_BROKER, KILL_CONNECTOR, LOSE_STATE, RESTART_INSTANCE, RESTART_BROKER ->
                victim.start();
            case PAUSE_INSTANCE, PAUSE_BROKER, PAUSE_CONNECTOR -> victim.signal("CONT");
            case CUT_CLIENT,
                    CUT_CLIENT_ONE_WAY,
                    CUT_CLIENT_OFF,
                    CUT_BROKERS,
                    CUT_BROKERS_ONE_WAY,
                    CUT_BROKER_OFF,
                    SLOW -> site.links().heal(pairs(fault));
            case STORM, RESET -> {
                // over by itself
            }
            case FULL_DISK -> disks.free(fault.target());
            case READ_ONLY_DISK -> disks.remount(fault.target(), false);
            case CLOCK -> {
                victim.kill();
                victim.start();
            }
        }
    }

    /** A broker writes all the time. An instance writes to its disk now and then, but at each start. */
    private void fillDisk(Victim victim, String name) throws IOException {
        if (Names.isInstance(name)) {
            victim.kill();
            disks.fill(name);
            victim.start();
        } else {
            disks.fill(name);
        }
    }

    private static void storm(Victim victim, Fault fault) throws IOException, InterruptedException {
        for (long left = fault.lasting(); left > 0; left -= STORM_MILLIS) {
            victim.kill();
            victim.start();
            Thread.sleep(Math.min(left, STORM_MILLIS));
        }
        victim.kill();
        victim.start();
    }

    /** The links that it is about. */
    private static List<Pair> pairs(Fault fault) {
        String target = fault.target();
        List<Pair> pairs = new ArrayList<>();
        switch (fault.kind()) {
            case CUT_CLIENT, CUT_BROKERS -> addBoth(pairs, new Pair(target, fault.peer()));
            case CUT_CLIENT_ONE_WAY, CUT_BROKERS_ONE_WAY -> {
                Pair pair = new Pair(target, fault.peer());
                pairs.add(fault.chance() < 0.5 ? pair : pair.back());
            }
            case CUT_CLIENT_OFF, SLOW -> Names.BROKERS.forEach(broker -> addBoth(pairs, new Pair(target, broker)));
            case CUT_BROKER_OFF -> Names.otherBrokers(target).forEach(other -> addBoth(pairs, new Pair(target, other)));
            case RESET -> {
                Names.CLIENTS.forEach(client -> pairs.add(new Pair(client, target)));
                Names.otherBrokers(target).forEach(other -> addBoth(pairs, new Pair(other, target)));
            }
            default -> throw new IllegalArgumentException(fault.kind() + " (expected: one of links)");
        }
        return pairs;
    }

    private static void addBoth(List<Pair> pairs, Pair pair) {
        pairs.add(pair);
        pairs.add(pair.back());
    }

    private Map<String, String> clock(Fault fault) {
        Map<String, String> environment = new java.util.HashMap<>(clock);
        int which = (int) (fault.chance() * 3);
        environment.put("FAKETIME", List.of("+4m", "-4m", "+0 x1.2").get(which));
        return environment;
    }
}
