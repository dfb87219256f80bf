package io.fairstream.benchmarks;

import io.fairstream.app.config.Durations;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Reports of hosts, all of them different ones, to a running boinc-gateway, as fast as it answers over so many connections. */
@Command(name = "gateway", mixinStandardHelpOptions = true)
public final class GatewayLoad implements Callable<Integer> {
    @Option(names = "--url", required = true, description = "The gateway, such as http://127.0.0.1:8090/.")
    private URI url = URI.create("");

    @Option(names = "--login", required = true)
    private String login = "";

    @Option(names = "--hash", required = true, description = "Its password hash.")
    private String hash = "";

    @Option(names = "--connections", description = "Each waits for its reply before it reports on (${DEFAULT-VALUE}).")
    private int connections = 32;

    @Option(names = "--warm-up", description = "Not counted (${DEFAULT-VALUE}).")
    private Duration warmUp = Duration.ofSeconds(10);

    @Option(names = "--time", description = "${DEFAULT-VALUE}.")
    private Duration time = Duration.ofSeconds(20);

    @Option(names = "--json")
    private boolean json;

    private final AtomicLong hosts = new AtomicLong();

    /** Measurements of one connection. */
    private record Seen(List<Long> nanos, long given, long refused) {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new GatewayLoad())
                .registerConverter(Duration.class, Durations::parse)
                .execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        report(warmUp);
        List<Seen> seen = report(time);
        List<Long> nanos = new ArrayList<>();
        long given = 0;
        long refused = 0;
        for (Seen each : seen) {
            nanos.addAll(each.nanos());
            given += each.given();
            refused += each.refused();
        }
        Collections.sort(nanos);
        Report report = new Report(System.out, json);
        report.measure("gateway.reports", nanos.size() / Report.seconds(time), "reports/s");
        report.measure("gateway.reply.median", nanos.get(nanos.size() / 2) / 1e6, "ms");
        report.measure("gateway.reply.p99", nanos.get(nanos.size() * 99 / 100) / 1e6, "ms");
        report.measure("gateway.reply.most", nanos.get(nanos.size() - 1) / 1e6, "ms");
        report.measure("gateway.given", 100.0 * given / nanos.size(), "% with projects in the reply");
        report.measure("gateway.refused", (double) refused, "reports");
        return refused == 0 ? 0 : 1;
    }

    private List<Seen> report(Duration lasting) throws Exception {
        long end = System.nanoTime() + lasting.toNanos();
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        try {
            List<Future<Seen>> futures = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                futures.add(threads.submit(() -> connection(end)));
            }
            List<Seen> seen = new ArrayList<>();
            for (Future<Seen> future : futures) {
                seen.add(future.get());
            }
            return seen;
        } finally {
            threads.shutdownNow();
        }
    }

    private Seen connection(long end) throws IOException {
        List<Long> nanos = new ArrayList<>();
        long given = 0;
        long refused = 0;
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (System.nanoTime() < end) {
                long begin = System.nanoTime();
                socket.getOutputStream().write(request(hosts.incrementAndGet()));
                String reply = reply(in);
                nanos.add(System.nanoTime() - begin);
                given += reply.contains("<account>") ? 1 : 0;
                refused += reply.contains("<opaque>") ? 0 : 1;
            }
        }
        return new Seen(nanos, given, refused);
    }

    private byte[] request(long host) {
        String body = "<acct_mgr_request><name>" + login + "</name><password_hash>" + hash
                + "</password_hash><host_cpid>load-"
                + System.nanoTime() + "-" + host + "</host_cpid><domain_name>h" + host
                + "</domain_name><client_version>8.0.2</client_version><platform_name>x86_64-pc-linux-gnu</platform_name>"
                + "<host_info><p_ncpus>8</p_ncpus><p_fpops>4.2e9</p_fpops></host_info>"
                + "<time_stats><total_start_time>1772438400</total_start_time></time_stats></acct_mgr_request>";
        String head = "POST /rpc.php HTTP/1.1\r\nHost: " + url.getHost() + "\r\nContent-Length: " + body.length()
                + "\r\n\r\n";
        return (head + body).getBytes(StandardCharsets.US_ASCII);
    }

    private static String reply(InputStream in) throws IOException {
        int length = 0;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int letter = in.read(); letter != '\n'; letter = in.read()) {
            if (letter < 0) {
                throw new EOFException("the gateway closed the connection");
            }
            line.append((char) letter);
        }
        return line.toString().strip();
    }
}
