package io.fairstream.benchmarks;

import io.fairstream.app.config.Settings;
import io.fairstream.cli.Main;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.streams.match.MatchStage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Measurement of the console's cost and delay: its first table of many customers, the time from an event to a row that a browser
 * has received, and the processor time of many who look at once.
 */
final class ConsoleLoad {
    private static final Duration COMMIT = Duration.ofSeconds(1);
    private static final int CALLS = 7;
    private static final int PROBES = 60;
    private static final int EVENTS_PER_SECOND = 50;
    private static final String ROWS = "table/priorities?_sort=-asOf&_limit=50";
    private static final String PROBED = "table/priorities?_find=probe&_sort=-asOf&_limit=50";
    private static final String HELD = "table/open-matches?_find=probe&_sort=-start&_limit=50";

    private static final int LEAD = 5;
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final BenchmarkOptions options;
    private final Path directory;
    private final Report report;
    private final HttpClient client = HttpClient.newHttpClient();

    ConsoleLoad(BenchmarkOptions options, Path directory, Report report) {
        this.options = options;
        this.directory = directory;
        this.report = report;
    }

    void run() throws IOException, InterruptedException, ExecutionException {
        firstTable(Files.createDirectory(directory.resolve("table")));
        live(Files.createDirectory(directory.resolve("live")));
    }

    private void firstTable(Path own) throws IOException, InterruptedException, ExecutionException {
        String prefix = "console.";
        try (Cluster cluster = Cluster.start(own, options.settings(COMMIT))) {
            cluster.createTopics(prefix);
            Settings settings = cluster.settings(prefix, "console");
            report.progress("writing rows of %,d customers", options.userprioCustomers());
            Userprio.write(settings, options.userprioCustomers(), 60);
            try (Child console = console(own, settings)) {
                String url = url(console);
                double first = seconds(url + "userprio?all-users&_limit=200");
                double[] again = new double[CALLS];
                for (int i = 0; i < CALLS; i++) {
                    again[i] = seconds(url + "userprio?all-users&_limit=200&_offset=" + (i + 1) * 200);
                }
                report.measure("console.customers", options.userprioCustomers(), "customers");
                report.measure("console.first-table", first, "s");
                report.measure("console.next-window", Report.median(again), "s");
            }
        }
    }

    private void live(Path own) throws IOException, InterruptedException, ExecutionException {
        String prefix = "live.";
        try (Cluster cluster = Cluster.start(own, options.settings(COMMIT));
                Child accounting = Child.start(own, "accounting", options.applicationJvm(), AppMain.class)) {
            cluster.createTopics(prefix);
            accounting.ask("running", Parts.start("accounting", Topics.MATCHES, cluster.entries(prefix, "accounting")));
            Settings settings = cluster.settings(prefix, "console");
            try (Child console = console(own, settings);
                    Feed feed = new Feed(cluster, Topics.MATCHES.in(prefix))) {
                String url = url(console);
                tell("console.event-to-open-match", feed.probe("h", watch(url + HELD), PROBES));
                tell("console.event-to-priority", feed.probe("p", watch(url + PROBED), PROBES));
                double idle = cores(console, Duration.ofSeconds(20));
                List<CompletableFuture<Void>> viewers = new ArrayList<>();
                AtomicLong events = new AtomicLong();
                for (int i = 0; i < options.consoleViewers(); i++) {
                    viewers.add(look(url + ROWS, events));
                }
                Thread.sleep(5000);
                long before = events.get();
                double busy = cores(console, Duration.ofSeconds(20));
                report.measure("console.viewers", options.consoleViewers(), "viewers");
                report.measure(
                        "console.events-per-viewer", (events.get() - before) / 20.0 / options.consoleViewers(), "1/s");
                report.measure("console.cores-without", idle, "cores");
                report.measure("console.cores-of-viewers", busy - idle, "cores");
                viewers.forEach(viewer -> viewer.cancel(true));
            }
            accounting.ask("stopped", "stop");
        }
    }

    private Child console(Path own, Settings settings) throws IOException {
        return Child.start(
                own,
                "console",
                List.of("-Xmx1g"),
                Main.class,
                "console",
                "--listen",
                "127.0.0.1:0",
                "--bootstrap-server",
                settings.bootstrapServers().orElseThrow(),
                "--schema-registry",
                String.valueOf(settings.registry().get(SchemaRegistries.URL)),
                "--set",
                "topic.prefix=" + settings.topicPrefix());
    }

    private static String url(Child console) throws IOException {
        return console.hear("Console")[0].replaceFirst("Console *", "").strip() + "api/v1/";
    }

    private double seconds(String url) throws IOException, InterruptedException {
        long start = System.nanoTime();
        HttpResponse<String> response =
                client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException(url + ": " + response.statusCode() + " " + response.body());
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private static double cores(Child child, Duration time) throws InterruptedException {
        Duration before = child.cpu();
        Thread.sleep(time.toMillis());
        return (double) child.cpu().minus(before).toNanos() / time.toNanos();
    }

    private BlockingQueue<String> watch(String url) {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        CompletableFuture<Void> unused = stream(url).thenAccept(body -> body.forEach(lines::add));
        return lines;
    }

    private CompletableFuture<Void> look(String url, AtomicLong events) {
        return stream(url)
                .thenAcceptAsync(
                        body -> body.filter(line -> line.startsWith("data:")).forEach(line -> events.incrementAndGet()),
                        run -> {
                            Thread thread = new Thread(run, "viewer");
                            thread.setDaemon(true);
                            thread.start();
                        });
    }

    private CompletableFuture<Stream<String>> stream(String url) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Accept", "text/event-stream")
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofLines()).thenApply(HttpResponse::body);
    }

    private void tell(String name, double[] seconds) {
        Arrays.sort(seconds);
        report.measure(name + ".p50", seconds[seconds.length / 2], "s");
        report.measure(name + ".p99", seconds[seconds.length * 99 / 100], "s");
        report.measure(name + ".max", seconds[seconds.length - 1], "s");
    }

    /** Matches that go on all the time, and single ones that are looked for. */
    private static final class Feed implements AutoCloseable {
        private final Cluster cluster;
        private final String topic;
        private final Thread thread;
        private volatile boolean isOver;

        Feed(Cluster cluster, String topic) {
            this.cluster = cluster;
            this.topic = topic;
            this.thread = new Thread(this::feed, "feed");
            thread.setDaemon(true);
            thread.start();
        }

        private void feed() {
            try (var producer =
                    cluster.producer(MatchStage.MATCH_EVENT, Map.of(ProducerConfig.LINGER_MS_CONFIG, "5"))) {
                for (long i = 0; !isOver; i++) {
                    String resource = MatchWorkload.name((int) (i % 1000));
                    var unused =
                            producer.send(new ProducerRecord<>(topic, resource, match(resource, "user" + i % 1000)));
                    Thread.sleep(1000 / EVENTS_PER_SECOND);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Seconds from the sending of an event to the line with its row, of each of so many. */
        double[] probe(String name, BlockingQueue<String> lines, int count) throws InterruptedException {
            double[] seconds = new double[count];
            try (var producer =
                    cluster.producer(MatchStage.MATCH_EVENT, Map.of(ProducerConfig.LINGER_MS_CONFIG, "0"))) {
                for (int i = -LEAD; i < count; i++) {
                    String customer = "probe" + name + (i + LEAD);
                    lines.clear();
                    long sent = System.nanoTime();
                    var unused = producer.send(new ProducerRecord<>(topic, customer, match(customer, customer)));
                    String line = "";
                    while (!line.contains('"' + customer + '"')) {
                        line = lines.poll(1, TimeUnit.MINUTES);
                        if (line == null || System.nanoTime() - sent > LONGEST.toNanos()) {
                            throw new IllegalStateException("no row of " + customer);
                        }
                    }
                    if (i >= 0) {
                        seconds[i] = (System.nanoTime() - sent) / 1e9;
                    }
                    Thread.sleep(137L * (i & 7));
                }
            }
            return seconds;
        }

        private static MatchEvent match(String resource, String customer) {
            return new MatchEvent(resource, "", System.currentTimeMillis(), new MatchChange.Matched(customer, 1, ""));
        }

        @Override
        public void close() {
            isOver = true;
            thread.interrupt();
        }
    }
}
