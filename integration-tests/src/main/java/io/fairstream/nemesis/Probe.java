package io.fairstream.nemesis;

import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * One record of which it is known what it must lead to.
 *
 * @param topic without prefix for topics of the contract
 * @param value of the contract's topics
 * @param text of a topic of Slurm's
 */
record Probe(
        String topic,
        String key,
        @Nullable SpecificRecord value,
        @Nullable String text) {
    static Probe of(String topic, String key, SpecificRecord value) {
        return new Probe(topic, key, value, null);
    }

    static Probe ofSlurm(String topic, String text) {
        return new Probe(topic, "", null, text);
    }
}
