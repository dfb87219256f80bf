package io.fairstream.benchmarks;

import java.time.Duration;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Reads the processor time of application and broker again and again, until it is closed. */
final class Meter implements AutoCloseable {
    private static final int EVERY_MILLIS = 20;

    private final Child app;
    private final Child broker;
    private final NavigableMap<Long, Reading> readings = new ConcurrentSkipListMap<>();
    private final Thread reader = new Thread(this::read, "meter");

    /** Time and processor time that some work took. */
    record Effort(Duration time, Duration appCpu, Duration brokerCpu) {}

    private record Reading(Duration appCpu, Duration brokerCpu) {}

    Meter(Child app, Child broker) {
        this.app = app;
        this.broker = broker;
        reader.setDaemon(true);
        add();
        reader.start();
    }

    /** Between two instants, milliseconds since 1970. */
    Effort between(long from, long to) {
        Reading start = readings.floorEntry(Math.max(from, readings.firstKey())).getValue();
        Reading end = readings.floorEntry(to).getValue();
        return new Effort(
                Duration.ofMillis(to - from), end.appCpu.minus(start.appCpu), end.brokerCpu.minus(start.brokerCpu));
    }

    private void read() {
        try {
            while (true) {
                Thread.sleep(EVERY_MILLIS);
                add();
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void add() {
        readings.put(System.currentTimeMillis(), new Reading(app.cpu(), broker.cpu()));
    }

    @Override
    public void close() {
        reader.interrupt();
    }
}
