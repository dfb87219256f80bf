package io.fairstream.it.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.Console;
import io.fairstream.it.harness.JavaProcess;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topics;
import io.fairstream.testing.PostgresServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code sink postgres} as a process: what it says and how it ends where somebody has to do something, and its metrics. */
class ITPostgresSink {
    private static final int SHARES = 500;
    private static final long PAUSE_MILLIS = 100;

    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    @Test
    void saysInALineWhatIsWrongAndWhatToDo() throws Exception {
        Site site = CLUSTER.site("alone");
        try (PostgresServer postgres = PostgresServer.start(ITPostgresSink.class)) {
            Copy copy = Copy.of(site, postgres, "tables=shares,account-edits\nmetrics.port=0\n");
            JavaProcess stranger = wrongPassword(copy);
            send(site, 1);
            JavaProcess first = copy.sink();
            copy.awaitCopied(first);
            assertMetrics(first);
            JavaProcess second = copy.sink();
            assertEnds(
                    stranger,
                    postgres.url() + ": FATAL: password authentication failed for user \"sinker\""
                            + " (expected: a user and password.file that the database accepts, docs/postgres.md)");

            Copy.awaitLine(
                    second,
                    "another sink writes to schema fairstream of " + postgres.url() + "; waiting until it stops");
            first.stop();
            assertFalse(first.log().contains("Exception"), first.log());
            assertEquals(0, first.awaitEnd(Copy.PATIENCE), first.log());
            send(site, 2);
            copy.awaitCopied(second);
            assertEquals(SHARES, copy.count("shares"));

            Console refused = copy.run("sink", "postgres", "--rebuild", "shares");
            assertEquals(
                    List.of("fairstream: another sink writes to schema fairstream of " + postgres.url()
                            + " (expected: no other sink while tables are created again)"),
                    refused.err());
            assertEquals(1, refused.exitCode());

            copy.execute("ALTER TABLE fairstream.shares DROP COLUMN active");
            send(site, 3);
            assertEnds(
                    second,
                    "fairstream.shares: column active is missing (expected: boolean NOT NULL, as created;"
                            + " put it back, or --rebuild shares creates the table again)");
            JavaProcess rebuilt = copy.sink("--rebuild", "shares");
            Copy.awaitLine(rebuilt, "fairstream.shares: is created again");
            copy.awaitCopied(rebuilt, "shares");
            assertEquals(
                    List.of(List.of("t", "3")), copy.rows("SELECT DISTINCT active, shares FROM fairstream.shares"));
        }
    }

    private static JavaProcess wrongPassword(Copy copy) throws Exception {
        copy.execute("CREATE ROLE sinker LOGIN PASSWORD 'right'");
        copy.postgres().askForPassword("sinker");
        Path password = Files.writeString(copy.site().directory().resolve("password"), "wrong\n");
        return copy.sink("--set", "user=sinker", "--set", "password.file=" + password, "--set", "schema=other");
    }

    /** With 1, and that line and none of a stack. */
    private static void assertEnds(JavaProcess sink, String line) {
        assertEquals(1, sink.awaitEnd(Copy.PATIENCE), sink.log());
        List<String> said = sink.log()
                .lines()
                .filter(each ->
                        each.startsWith("fairstream: ") || each.contains("Exception") || each.startsWith("\tat "))
                .toList();
        assertEquals(List.of("fairstream: " + line), said, sink.log());
    }

    /** A transaction is in the database before it is counted, so these values are there a moment after the rows. */
    private static void assertMetrics(JavaProcess sink) throws Exception {
        List<String> samples = List.of(
                "fairstream_postgres_up 1.0",
                "fairstream_postgres_written_rows_total{table=\"shares\"} " + SHARES,
                "fairstream_postgres_lag_records{table=\"shares\"} 0",
                "fairstream_postgres_unreadable_records_total 0.0",
                "fairstream_postgres_lag_seconds 0.0");
        long deadline = System.nanoTime() + Copy.PATIENCE.toNanos();
        String page = metrics(sink);
        while (!(page.lines().toList().containsAll(samples)
                && page.matches("(?s).*\nfairstream_postgres_transactions_total [1-9].*"))) {
            assertTrue(System.nanoTime() < deadline, samples + ", transactions_total > 0 (expected)\n" + page);
            Thread.sleep(PAUSE_MILLIS);
            page = metrics(sink);
        }
    }

    private static String metrics(JavaProcess sink) throws Exception {
        String url = sink.log().replaceFirst("(?s).*metrics at (http://\\S+/metrics).*", "$1");
        HttpResponse<String> page = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
        assertEquals(200, page.statusCode());
        return page.body();
    }

    private static void send(Site site, int shares) {
        for (int i = 0; i < SHARES; i++) {
            String path = "root/bank" + i;
            site.send(Topics.SHARES, path, new ShareNode(path, ShareKind.BANK, (double) shares, true, false));
        }
        site.flush();
    }
}
