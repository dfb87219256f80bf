package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import io.fairstream.it.harness.Console;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.it.harness.TopologyProcess;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Notice;
import io.fairstream.schemas.NoticeKind;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Topics;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Notices in the topic, and a real mail server, web server and command that get them from {@code notify}. {@code -Dnotify.kills=N} for
 * another number of kills than 3, {@code -Dnotify.seed=N} for others.
 */
@SuppressWarnings("NullAway.Init") // set up before each test
class ITNotify {
    private static final int KILLS = Integer.getInteger("notify.kills", 3);
    private static final long SEED = Long.getLong("notify.seed", 1);
    private static final long PATIENCE_MILLIS = 120_000;
    private static final int IN_A_WAVE = 20;
    private static final String SECRET = "sesame";

    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    @TempDir
    private Path directory;

    private final List<String> posted = new CopyOnWriteArrayList<>();
    private final List<String> unsigned = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private volatile int every = 1;
    private int requests;
    private GreenMail mail;
    private HttpServer web;
    private Site site;

    @BeforeEach
    void start() throws IOException {
        mail = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        mail.start();
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String id = exchange.getRequestHeaders().getFirst("X-Fairstream-Id");
            int answer = ++requests % every == 0 ? status : 200;
            if (!signature(body).equals(exchange.getRequestHeaders().getFirst("X-Fairstream-Signature"))) {
                unsigned.add(id);
            }
            if (answer == 200) {
                posted.add(id);
            }
            exchange.sendResponseHeaders(answer, -1);
            exchange.close();
        });
        web.start();
        Files.writeString(directory.resolve("secret"), SECRET + "\n");
        Files.writeString(
                directory.resolve("hook.sh"), "grep -q '\"threshold\":' && echo \"$FAIRSTREAM_ID\" >>\"$1\"\n");
        site = CLUSTER.site("notify");
    }

    @AfterEach
    void stop() {
        web.stop(0);
        mail.stop();
    }

    private static String signature(byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Notice notice(int number, NoticeKind kind) {
        String at = Instant.parse("2026-03-02T10:00:00Z").toString();
        return PlainJson.read(
                Notice.class,
                "{\"target\":\"/root/bank" + number % 7 + "\",\"kind\":\"" + kind + "\",\"threshold\":" + number
                        + ",\"start\":\"" + at + "\",\"periodStart\":\"" + at + "\",\"at\":\"" + at
                        + "\",\"unit\":\"CPU s\",\"granted\":3600000,"
                        + "\"spent\":2880000,\"balance\":720000,\"asOf\":\"" + at
                        + "\",\"topic\":\"t\",\"partition\":0,"
                        + "\"offset\":" + number + ",\"sent\":\"" + at + "\",\"contacts\":[\"ann@example.org\"]}");
    }

    private void send(int from, int to, NoticeKind kind) {
        for (int i = from; i < to; i++) {
            Notice notice = notice(i, kind);
            site.send(Topics.NOTICES, notice.getTarget(), notice);
        }
        site.flush();
    }

    private List<String> command(String name, String... more) {
        List<String> command = new ArrayList<>(List.of(
                "notify",
                "--directory",
                directory.resolve(name).toString(),
                "--smtp",
                "127.0.0.1:" + mail.getSmtp().getPort(),
                "--smtp-security",
                "none",
                "--from",
                "fairstream@site.example",
                "--to",
                "ops@example.org",
                "--webhook",
                "http://127.0.0.1:" + web.getAddress().getPort() + "/hook?token=t",
                "--webhook-secret-file",
                directory.resolve("secret").toString(),
                "--exec",
                "sh " + directory.resolve("hook.sh") + " " + directory.resolve("ids")));
        command.addAll(List.of(more));
        return command;
    }

    /** Ids of the notices of these kinds in the topic, whatever else is there. */
    private Set<String> ids(List<NoticeKind> kinds) {
        Set<String> ids = new TreeSet<>();
        Deserializer<Notice> values = new ValueFormat(site.settings()).reads(Topics.NOTICES);
        String topic = Topics.NOTICES.in(site.settings().topicPrefix());
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                site.settings().consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> {
                    if (record.value().length > 10
                            && kinds.contains(
                                    values.deserialize(topic, record.value()).getKind())) {
                        ids.add(topic + "-" + record.partition() + "-" + record.offset());
                    }
                });
            }
        }
        return ids;
    }

    private List<String> mailed(String address) throws Exception {
        List<String> ids = new ArrayList<>();
        for (MimeMessage message : mail.getReceivedMessages()) {
            if (message.getAllRecipients()[0].toString().equals(address)) {
                ids.add(message.getMessageID().replaceAll("^<|@site\\.example>$", ""));
            }
        }
        return ids;
    }

    private List<String> executed() throws IOException {
        Path file = directory.resolve("ids");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static void await(BooleanSupplier condition, TopologyProcess process) throws InterruptedException {
        long end = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (!condition.getAsBoolean()) {
            assertTrue(process.isAlive() && System.currentTimeMillis() < end, process::log);
            Thread.sleep(20);
        }
    }

    /** At most one delivery is under way when the process is killed: that one may be repeated, with the same id. */
    @Test
    void eachGetsEachNoticeOnceWheneverTheProcessIsKilled() throws Exception {
        Random random = new Random(SEED);
        status = 503;
        every = 25;
        TopologyProcess process = site.command(command("killed", "--from-beginning"));
        for (int kill = 0; kill < KILLS; kill++) {
            send(kill * IN_A_WAVE, (kill + 1) * IN_A_WAVE, NoticeKind.REACHED);
            site.raw(Topics.NOTICES, "garbage", new byte[] {1, 2, 3}).flush();
            int seen = posted.size();
            await(() -> posted.size() > seen, process);
            Thread.sleep(random.nextInt(300));
            process.kill();
            process = site.command(command("killed"));
        }
        send(KILLS * IN_A_WAVE, (KILLS + 1) * IN_A_WAVE, NoticeKind.TAKEN_BACK);
        Set<String> expected = ids(List.of(NoticeKind.REACHED, NoticeKind.TAKEN_BACK));
        assertEquals((KILLS + 1) * IN_A_WAVE, expected.size());
        TopologyProcess last = process;
        Path waiting = directory.resolve("killed");
        await(() -> new TreeSet<>(posted).equals(expected) && isEmpty(waiting, expected), last);
        process.stop();
        assertEquals(0, process.awaitEnd(Duration.ofMinutes(1)), process.log());
        assertTrue(process.log().contains("is not a notice, skipped"), process.log());
        List<List<String>> all = List.of(mailed("ann@example.org"), mailed("ops@example.org"), posted, executed());
        int repeated = 0;
        for (List<String> received : all) {
            assertEquals(expected, new TreeSet<>(received), process.log());
            repeated += received.size() - expected.size();
        }
        assertTrue(repeated <= KILLS, repeated + " repeated");
        assertEquals(List.of(), unsigned);
        System.out.println(KILLS + " kills: " + 4 * expected.size() + " deliveries, " + repeated + " repeated");
    }

    /** All was taken into the outbox, and nothing waits in it. */
    private boolean isEmpty(Path outbox, Set<String> expected) {
        try (Stream<Path> files = Files.list(outbox)) {
            return files.noneMatch(Files::isRegularFile) && executed().size() >= expected.size();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void onceDeliversWhatIsNewAndSaysWhatWaits() throws Exception {
        send(0, 5, NoticeKind.REACHED);
        List<String> once = command("once", "--once");
        assertEquals("0 delivered, 0 refused, 0 waiting", last(run(0, once)), "the first start begins at the end");
        send(5, 8, NoticeKind.REACHED);
        send(8, 10, NoticeKind.MOVED);
        status = 503;
        assertEquals("9 delivered, 0 refused, 3 waiting", last(run(1, once)));
        status = 404;
        Console refused = run(0, once);
        assertEquals("0 delivered, 3 refused, 0 waiting", last(refused));
        assertTrue(
                refused.err()
                        .get(0)
                        .contains("webhook 127.0.0.1 refuses " + site.settings().topicPrefix()),
                refused.toString());
        try (Stream<Path> files = Files.list(directory.resolve("once/refused"))) {
            assertEquals(3, files.count());
        }
        assertEquals("0 delivered, 0 refused, 0 waiting", last(run(0, once)));
        status = 200;
        List<String> all = command("all", "--once", "--from-beginning", "--moved", "--no-contacts");
        assertEquals("30 delivered, 0 refused, 0 waiting", last(run(0, all)));
        assertEquals(ids(List.of(NoticeKind.values())), new TreeSet<>(posted));
        assertEquals(3, mailed("ann@example.org").size());
        assertEquals(13, mailed("ops@example.org").size());
        Console other = run(1, command("once/ledger/..", "--once", "--set", "topic.prefix=other."));
        assertTrue(other.err().get(0).contains("other.notices"), other.toString());
    }

    @Test
    void theDigestOfADayWaitsForItsEnd() throws Exception {
        send(0, 3, NoticeKind.REACHED);
        List<String> digest = command("digest", "--once", "--digest", "--from-beginning");
        assertEquals("6 delivered, 0 refused, 6 waiting", last(run(0, digest)));
        assertEquals(0, mail.getReceivedMessages().length);
        // without the option each goes out alone
        assertEquals("6 delivered, 0 refused, 0 waiting", last(run(0, command("digest", "--once"))));
        assertEquals(6, mail.getReceivedMessages().length);
        assertEquals(3, new TreeSet<>(mailed("ann@example.org")).size());
    }

    private Console run(int code, List<String> command) {
        Console console = site.runCommand(command);
        assertEquals(code, console.exitCode(), console.toString());
        return console;
    }

    private static String last(Console console) {
        return console.err().get(console.err().size() - 1);
    }
}
