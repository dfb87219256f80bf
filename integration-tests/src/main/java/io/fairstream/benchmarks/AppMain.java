package io.fairstream.benchmarks;

import io.fairstream.app.FairstreamApp;
import io.fairstream.app.config.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Child process: an application that is started and stopped by lines on standard input and answers each with a line.
 * <pre>
 * copy|floor|accounting TOPIC key=value ...   starts it, TOPIC without prefix being what it is to read
 *                                                      running, milliseconds from start to RUNNING
 * first                                                when the first record was consumed, milliseconds since 1970
 * counts                          after a while        applied, all records of TOPIC that were counted
 * heap                            collects garbage     bytes alive, bytes at the peak
 * stop                          commits and stops
 * </pre>
 */
final class AppMain {
    private static final Duration LONGEST_START = Duration.ofMinutes(20);

    private @Nullable AutoCloseable app;
    private String input = "";

    private volatile long peak;

    private AppMain() {
        Thread watch = new Thread(this::watchHeap, "heap");
        watch.setDaemon(true);
        watch.start();
    }

    public static void main(String[] arguments) throws Exception {
        AppMain main = new AppMain();
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String request = requests.readLine(); request != null; request = requests.readLine()) {
            System.out.println(main.answer(request.split(Child.SEPARATOR, -1)));
        }
        main.stop();
    }

    private String answer(String[] request) throws Exception {
        return switch (request[0]) {
            case "copy" -> start(new CopyApp(settings(request), List.of(request[1], CopyApp.COPIES)));
            case "floor" -> start(new CopyApp(settings(request), List.of(request[1], CopyApp.HOPS, CopyApp.COPIES)));
            case "accounting" -> {
                input = request[1];
                yield start(new FairstreamApp(settings(request)));
            }
            case "first" -> "first" + Child.SEPARATOR + FirstRecord.at();
            case "counts" -> counts();
            case "heap" -> heap();
            case "stop" -> stop();
            default -> throw new IOException(request[0]);
        };
    }

    private static Settings settings(String[] request) {
        Map<String, String> entries = new HashMap<>();
        Arrays.stream(request)
                .skip(2)
                .map(entry -> entry.split("=", 2))
                .forEach(entry -> entries.put(entry[0], entry[1]));
        entries.put(FirstRecord.SETTING, FirstRecord.class.getName());
        return Settings.parseForCluster(entries);
    }

    private String start(FairstreamApp accounting) throws InterruptedException {
        app = accounting;
        long start = System.nanoTime();
        FirstRecord.reset();
        accounting.start();
        return running(accounting.awaitRunning(LONGEST_START), start);
    }

    private String start(CopyApp copy) throws InterruptedException {
        app = copy;
        long start = System.nanoTime();
        FirstRecord.reset();
        return running(copy.start(LONGEST_START), start);
    }

    private static String running(boolean isRunning, long start) {
        return (isRunning ? "running" : "failed") + Child.SEPARATOR + (System.nanoTime() - start) / 1_000_000;
    }

    private String counts() {
        if (!(app instanceof FairstreamApp accounting)) {
            return "counts" + Child.SEPARATOR + "0" + Child.SEPARATOR + "0";
        }
        double applied = 0;
        double all = 0;
        for (var metric : accounting.metrics().entrySet()) {
            if (metric.getKey().group().equals("fairstream-records")
                    && metric.getKey().tags().getOrDefault("topic", "").endsWith(input)) {
                double count = (double) metric.getValue().metricValue();
                all += count;
                applied += metric.getKey().name().equals("applied-total") ? count : 0;
            }
        }
        return "counts" + Child.SEPARATOR + (long) applied + Child.SEPARATOR + (long) all;
    }

    private String heap() {
        System.gc();
        return "heap" + Child.SEPARATOR + used() + Child.SEPARATOR + peak;
    }

    private void watchHeap() {
        try {
            while (true) {
                peak = Math.max(peak, used());
                Thread.sleep(20);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static long used() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private String stop() throws Exception {
        if (app != null) {
            app.close();
            app = null;
        }
        return "stopped";
    }
}
