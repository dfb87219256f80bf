package io.fairstream.simulation;

import io.fairstream.simulation.kafka.Broker;
import io.fairstream.simulation.kafka.PartitionLog;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Trace of the events of a run, in order. Two runs of one seed have the same digest. */
final class Trace {
    private final CRC32C digest = new CRC32C();
    private final List<Fault> faults = new ArrayList<>();
    private long steps;

    /** Something happens. */
    void step(String what) {
        steps++;
        add(what);
    }

    /** A fault happens, which is told to people. */
    void fault(Fault.Kind kind, String instance, String detail) {
        Fault fault = new Fault(steps, kind, instance, detail);
        faults.add(fault);
        add(fault.toString());
    }

    private void add(String what) {
        add(what.getBytes(StandardCharsets.UTF_8));
    }

    private void add(byte[] bytes) {
        digest.update(bytes);
    }

    /** Adds all records of a broker to the digest. */
    void add(Broker broker) {
        broker.topics().forEach((topic, logs) -> {
            for (PartitionLog log : logs) {
                log.read(0, Integer.MAX_VALUE, record -> {
                    add(topic);
                    if (record.key() != null) {
                        add(record.key());
                    }
                    if (record.value() != null) {
                        add(record.value());
                    }
                });
            }
        });
    }

    long steps() {
        return steps;
    }

    List<Fault> faults() {
        return faults;
    }

    /** Eight hexadecimal digits. */
    String digest() {
        return String.format("%08x", digest.getValue());
    }
}
