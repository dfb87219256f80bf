package io.fairstream.benchmarks.flink;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Child process of the benchmark: a job that is started and stopped by lines on standard input and answers each with a line.
 * <pre>
 * flink-hashmap|flink-rocksdb TOPIC key=value ...      starts it; running, milliseconds until it runs
 * first                                                when the first record was consumed, milliseconds since 1970
 * counts                                               applied, and again, as nothing is refused
 * stop                                                 cancels it
 * </pre>
 */
public final class PeerMain {
    private static final String SEPARATOR = "\t";
    private static final String NAME = "flink-";
    private static final Duration LONGEST_START = Duration.ofMinutes(1);

    private @Nullable PeerJob job;

    private PeerMain() {}

    public static void main(String[] arguments) throws Exception {
        PeerMain main = new PeerMain();
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String request = requests.readLine(); request != null; request = requests.readLine()) {
            System.out.println(main.answer(request.split(SEPARATOR, -1)));
        }
        main.stop();
        System.exit(0);
    }

    private String answer(String[] request) throws Exception {
        if (request[0].startsWith(NAME)) {
            return start(request);
        }
        return switch (request[0]) {
            case "first" -> "first" + SEPARATOR + MatchReader.first();
            case "counts" -> "counts" + SEPARATOR + ResourceHop.applied() + SEPARATOR + ResourceHop.applied();
            case "stop" -> stop();
            default -> throw new IOException(request[0]);
        };
    }

    private String start(String[] request) throws Exception {
        long start = System.nanoTime();
        MatchReader.first().set(0);
        ResourceHop.applied().reset();
        String backend = request[0].substring(NAME.length()).toUpperCase(Locale.ROOT);
        PeerJob started = PeerJob.start(PeerJob.Backend.valueOf(backend), entries(request));
        job = started;
        boolean isRunning = started.awaitRunning(LONGEST_START);
        return (isRunning ? "running" : "failed") + SEPARATOR + (System.nanoTime() - start) / 1_000_000;
    }

    private static Map<String, String> entries(String[] request) {
        Map<String, String> entries = new HashMap<>();
        Arrays.stream(request)
                .skip(2)
                .map(entry -> entry.split("=", 2))
                .forEach(entry -> entries.put(entry[0], entry[1]));
        return entries;
    }

    private String stop() throws Exception {
        if (job != null) {
            job.cancel();
            job = null;
        }
        return "stopped";
    }
}
