package io.fairstream.nemesis;

import io.fairstream.schemas.AppVersion;
import io.fairstream.schemas.Project;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** BOINC clients of three hosts that report to the gateway for as long as the faults last, and know what the gateway said it has. */
final class Volunteers implements AutoCloseable {
    private static final String NAME = "alice";
    private static final String HASH = "4a0a68b43b6cd5cf266fa02f196e2371";
    private static final String URL = "http://probe.example/";
    private static final Pattern KEPT = Pattern.compile("<opaque>\\s*(\\S+)\\s*</opaque>");
    private static final int HOSTS = 3;
    private static final long PAUSE_MILLIS = 400;
    private static final double STEP_SECONDS = 0.25;

    private final URI url;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final Map<String, String> kept = new HashMap<>();
    private final Map<String, Double> told = new HashMap<>();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong unanswered = new AtomicLong();
    private final Thread thread = new Thread(this::reportAll, "volunteers");
    private volatile boolean isOver;

    Volunteers(String url) {
        this.url = URI.create(url);
    }

    static String userLines() {
        return NAME + " " + HASH + "\n";
    }

    static String accountLines() {
        return Probes.PROJECT + " * 1_key\n";
    }

    static Project project() {
        return new Project(Probes.PROJECT, URL, 1.0, List.of(new AppVersion("linux", false, false)), List.of());
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    long answered() {
        return answered.get();
    }

    long unanswered() {
        return unanswered.get();
    }

    /** Stops them when each of the hosts has had one more report acknowledged; CPU seconds by the client's name for itself. */
    Map<String, Double> finish() throws InterruptedException {
        isOver = true;
        thread.join();
        return told;
    }

    private void reportAll() {
        double done = 0;
        try {
            while (!isOver) {
                done += STEP_SECONDS;
                for (int host = 0; host < HOSTS && !isOver; host++) {
                    report("client-" + host, done);
                }
                Thread.sleep(PAUSE_MILLIS);
            }
            done += STEP_SECONDS;
            for (int host = 0; host < HOSTS; host++) {
                while (!report("client-" + host, done)) {
                    Thread.sleep(PAUSE_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean report(String host, double done) throws InterruptedException {
        String body = String.format(
                Locale.ROOT,
                "<acct_mgr_request><name>%s</name><password_hash>%s</password_hash><host_cpid>%s</host_cpid>"
                        + "<domain_name>%s</domain_name><client_version>8.0.2</client_version>"
                        + "<platform_name>linux</platform_name><host_info><p_ncpus>8</p_ncpus><p_fpops>4.2e9</p_fpops></host_info>"
                        + "<time_stats><total_start_time>1772438400</total_start_time></time_stats>"
                        + "<project><url>%s</url><cpu_time>%s</cpu_time></project><opaque>%s</opaque></acct_mgr_request>",
                NAME,
                HASH,
                host,
                host,
                URL,
                done,
                kept.getOrDefault(host, ""));
        try {
            String reply = client.send(
                            HttpRequest.newBuilder(url)
                                    .timeout(Duration.ofSeconds(5))
                                    .POST(HttpRequest.BodyPublishers.ofString(body))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
            Matcher opaque = KEPT.matcher(reply);
            if (opaque.find()) {
                kept.put(host, opaque.group(1));
                told.put(host, done);
                answered.incrementAndGet();
                return true;
            }
        } catch (IOException e) {
            // as a client does: it comes again
        }
        unanswered.incrementAndGet();
        return false;
    }

    @Override
    public void close() {
        isOver = true;
        thread.interrupt();
    }
}
