package io.fairstream.simulation;

import io.fairstream.simulation.history.Sent;
import java.util.List;
import java.util.Map;

/**
 * What a run has to do with.
 *
 * @param seed of what happens when
 * @param partitions of all topics
 * @param instances at most at a time
 * @param faults at most
 * @param settings one after the other, each from some restart of all instances on
 * @param records in the order in which clients write them
 */
public record Plan(
        long seed, int partitions, int instances, int faults, List<Map<String, String>> settings, List<Sent> records) {
    public Plan {
        requirePositive("partitions", partitions);
        requirePositive("instances", instances);
        requirePositive("settings", settings.size());
        if (faults < 0) {
            throw new IllegalArgumentException("faults: " + faults + " (expected: >= 0)");
        }
        settings = List.copyOf(settings);
        records = List.copyOf(records);
    }

    private static void requirePositive(String what, int number) {
        if (number < 1) {
            throw new IllegalArgumentException(what + ": " + number + " (expected: >= 1)");
        }
    }

    /** The same without any fault, with the last of the settings and one instance. */
    Plan undisturbed() {
        return new Plan(seed, partitions, 1, 0, settings.subList(settings.size() - 1, settings.size()), records);
    }

    /** Whether instances come and go, or start again under other settings. */
    boolean hasChanges() {
        return faults > 0 || instances > 1 || settings.size() > 1;
    }

    /** The same with other records. */
    Plan with(List<Sent> others) {
        return new Plan(seed, partitions, instances, faults, settings, others);
    }

    /** The same with so many faults at most. */
    Plan with(int atMost) {
        return new Plan(seed, partitions, instances, atMost, settings, records);
    }
}
