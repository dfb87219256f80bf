package io.fairstream.sonar;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A node at one time.
 *
 * @param boot when the node booted
 * @param processorSeconds busy time of each processor since then
 * @param watts power of its GPUs
 * @param processes by owner and {@link ProcessSample#key}
 */
record Sample(
        String cluster,
        String node,
        Instant time,
        Instant boot,
        List<Long> processorSeconds,
        long watts,
        Map<Owner, Map<String, ProcessSample>> processes) {
    /** Tolerance: the kernel derives the time of boot from the clock, so it moves with the clock. */
    private static final Duration SAME_BOOT = Duration.ofMinutes(1);
    /** Maximum interval of two samples: in a longer one process numbers may be reused, and memory is unknown. */
    private static final Duration LONGEST_SILENCE = Duration.ofHours(1);

    static Sample of(JsonFields attributes) throws MalformedException {
        JsonFields system = attributes.object("system");
        return new Sample(
                attributes.requiredText("cluster"),
                attributes.requiredText("node"),
                JsonFields.required("time", Numbers.time(attributes, "time")),
                boot(system),
                Numbers.wholes(system, "cpus"),
                watts(system),
                processes(attributes));
    }

    /** Returns the time of boot. Without it a rebooted node would look as if it had worked, and its processes have no number of threads. */
    private static Instant boot(JsonFields system) throws MalformedException {
        Instant boot = Numbers.time(system, "boot");
        if (boot == null) {
            throw new MalformedException(
                    Outcome.OLD_SONAR,
                    "system.boot: missing (expected: a sample of sonar 0.18 or later; earlier ones have neither "
                            + "the boot time nor the number of threads of a process)");
        }
        return boot;
    }

    /** Returns the power of GPUs; sonar reports no other. */
    private static long watts(JsonFields system) throws MalformedException {
        long watts = 0;
        for (JsonNode gpu : system.json().path("gpus")) {
            watts += Numbers.whole(new JsonFields(gpu), "power");
        }
        return watts;
    }

    private static Map<Owner, Map<String, ProcessSample>> processes(JsonFields attributes) throws MalformedException {
        Map<Owner, Map<String, ProcessSample>> all = new TreeMap<>();
        for (JsonNode entry : attributes.json().path("jobs")) {
            JsonFields job = new JsonFields(entry);
            Owner owner = new Owner(Numbers.whole(job, "job"), Numbers.whole(job, "epoch"), job.requiredText("user"));
            Map<String, ProcessSample> ofOwner = all.computeIfAbsent(owner, none -> new LinkedHashMap<>());
            for (JsonNode each : entry.path("processes")) {
                ProcessSample process = ProcessSample.of(new JsonFields(each));
                ofOwner.put(process.key(), process);
            }
        }
        return all;
    }

    String key() {
        return cluster + "/" + node;
    }

    int processors() {
        return processorSeconds.size();
    }

    /** Returns true if the counters continue from an earlier sample of the node. */
    boolean goesOnFrom(Sample earlier) {
        return Duration.between(earlier.boot, boot).abs().compareTo(SAME_BOOT) <= 0
                && processors() == earlier.processors()
                && Duration.between(earlier.time, time).compareTo(LONGEST_SILENCE) <= 0;
    }

    Map<String, ProcessSample> of(Owner owner) {
        return processes.getOrDefault(owner, Map.of());
    }
}
