package io.fairstream.it.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.client.ClientConfig;
import io.fairstream.client.PriorityView;
import io.fairstream.client.TableSnapshot;
import io.fairstream.embedded.TemporaryDirectory;
import io.fairstream.it.harness.BrokerProcess;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A negotiator's view of the live topic. */
class ITPriorityView {
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Instant AS_OF = PriorityWriter.AS_OF;

    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static PriorityView ready(Site site) throws InterruptedException, TimeoutException {
        return ready(site, Map.of());
    }

    private static PriorityView ready(Site site, Map<String, Object> changes)
            throws InterruptedException, TimeoutException {
        Map<String, Object> consumer = new HashMap<>(site.settings().consumer());
        consumer.putAll(changes);
        PriorityView view = PriorityView.open(new ClientConfig(
                consumer, site.settings().registry(), site.settings().topicPrefix()));
        view.awaitReady(LONGEST);
        return view;
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + LONGEST.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, what);
            Thread.sleep(10);
        }
    }

    private static Optional<Double> priority(PriorityView view, String customer) {
        return view.at(customer, AS_OF).map(Priority::getRealPriority);
    }

    @Test
    void showsWhatTheTopologyPublishes() throws InterruptedException, TimeoutException {
        Site site = CLUSTER.site("view");
        List<MatchEvent> events = IntStream.range(0, 500)
                .mapToObj(i -> new MatchEvent(
                        "slot" + i, "", AS_OF.plusSeconds(i), new Matched("user" + i % 90, 1.0 + i % 3, "m" + i)))
                .toList();
        site.whileRunning(Map.of(), () -> site.matches(events));
        Map<String, Priority> table = site.table(Topics.PRIORITIES);
        Instant later = AS_OF.plus(Duration.ofDays(2));
        try (PriorityView view = ready(site)) {
            assertEquals(90, table.size());
            assertEquals(90, view.size());
            Map<String, Priority> evaluated = new HashMap<>();
            view.forEach(later, row -> evaluated.put(row.getCustomer(), row));
            table.replaceAll((customer, row) -> PriorityAt.evaluate(row, later));
            assertEquals(table, evaluated);
            table.forEach((customer, row) -> assertEquals(Optional.of(row), view.at(customer, later)));
            assertEquals(Optional.empty(), view.at("nobody", later));
            Priority early = view.at("user7", AS_OF.minusSeconds(9)).orElseThrow();
            assertTrue(early.getAsOf().isAfter(AS_OF), "a row tells nothing of the time before it");
        }
    }

    @Test
    void followsWhatIsWrittenAndTellsIt() throws InterruptedException, TimeoutException {
        Site site = CLUSTER.site("live");
        try (PriorityWriter writer = new PriorityWriter(site, "")) {
            writer.begin()
                    .put("alice", 5.0)
                    .put("bob", 6.0)
                    .put("carol", 7.0)
                    .put("carol", null)
                    .commit();
            BlockingQueue<Set<String>> told = new LinkedBlockingQueue<>();
            try (PriorityView view = ready(site)) {
                view.addListener(told::add);
                assertEquals(Optional.of(5.0), priority(view, "alice"));
                assertEquals(2, view.size());
                writer.begin().put("alice", 5.5).commit();
                assertEquals(Set.of("alice"), told.poll(LONGEST.toSeconds(), TimeUnit.SECONDS));
                assertEquals(Optional.of(5.5), priority(view, "alice"));
                writer.begin().put("bob", null).commit();
                assertEquals(Set.of("bob"), told.poll(LONGEST.toSeconds(), TimeUnit.SECONDS));
                assertEquals(Optional.empty(), view.at("bob", AS_OF));
                assertEquals(1, view.size());
                writer.begin().put("bob", 9.0).commit();
                assertEquals(Set.of("bob"), told.poll(LONGEST.toSeconds(), TimeUnit.SECONDS));
                TableSnapshot<Priority> before = view.snapshot();
                writer.begin().put("bob", 10.0).commit();
                assertEquals(Set.of("bob"), told.poll(LONGEST.toSeconds(), TimeUnit.SECONDS));
                assertEquals(9.0, before.row("bob").orElseThrow().getRealPriority(), "a snapshot does not change");
                assertEquals(Optional.of(10.0), priority(view, "bob"));
            }
        }
    }

    @Test
    void neverShowsWhatIsNotCommitted() throws InterruptedException, TimeoutException {
        Site site = CLUSTER.site("committed");
        try (PriorityWriter writer = new PriorityWriter(site, "")) {
            writer.begin().put("alice", 5.0).commit();
            try (PriorityView view = ready(site)) {
                writer.begin().put("alice", 66.0).put("mallory", 66.0).flush().abort();
                writer.begin().put("alice", 6.0).flush();
                Thread.sleep(500);
                assertEquals(Optional.of(5.0), priority(view, "alice"), "while the transaction is open");
                writer.commit();
                await("the committed row", () -> priority(view, "alice").equals(Optional.of(6.0)));
                assertEquals(1, view.size());
            }
            try (PriorityView later = ready(site)) {
                assertEquals(Optional.of(6.0), priority(later, "alice"));
                assertEquals(1, later.size(), "nor when it is read afterwards");
            }
        }
    }

    /** Each transaction gives all customers of the one partition the same priority; polls are smaller than transactions. */
    @Test
    void aSnapshotNeverHoldsAPartOfATransaction() throws InterruptedException, TimeoutException {
        Site site = CLUSTER.site("snapshot", Map.of("partitions", "1"));
        int customers = 40;
        try (PriorityWriter writer = new PriorityWriter(site, "")) {
            write(writer, customers, 1);
            try (PriorityView view = ready(site, Map.of(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 7))) {
                Thread writing = new Thread(
                        () -> IntStream.rangeClosed(2, 150).forEach(version -> write(writer, customers, version)));
                writing.start();
                Set<Double> seen = new HashSet<>();
                while (!seen.contains(150.0)) {
                    Set<Double> versions = new HashSet<>();
                    view.forEach(AS_OF, row -> versions.add(row.getRealPriority()));
                    assertEquals(1, versions.size(), () -> "parts of transactions: " + versions);
                    seen.addAll(versions);
                    assertTrue(writing.isAlive() || view.isReady());
                }
                writing.join();
                assertTrue(seen.size() > 3, "transactions are seen as they come: " + seen);
                assertEquals(customers, view.snapshot().size());
            }
        }
    }

    private static void write(PriorityWriter writer, int customers, int version) {
        writer.begin();
        IntStream.range(0, customers).forEach(i -> writer.put("user" + i, (double) version));
        writer.commit();
    }

    @Test
    void goesOnWithoutTheBrokerAndCatchesUp() throws InterruptedException, TimeoutException {
        try (TemporaryDirectory directory = TemporaryDirectory.create()) {
            BrokerProcess broker = BrokerProcess.start(directory.path());
            try (Site site = Site.on(broker.settings(), "outage", Map.of())) {
                try (PriorityWriter writer = new PriorityWriter(site, "")) {
                    writer.begin().put("alice", 5.0).put("bob", 6.0).commit();
                }
                try (PriorityView view = ready(site)) {
                    broker.kill();
                    Instant later = AS_OF.plus(Duration.ofDays(1));
                    assertEquals(2.5, view.at("alice", later).orElseThrow().getRealPriority(), 1e-9);
                    Thread.sleep(2000);
                    assertTrue(view.isReady(), "while the broker is away");
                    broker = BrokerProcess.start(directory.path());
                    try (PriorityWriter writer = new PriorityWriter(site, "after")) {
                        writer.begin().put("alice", 8.0).commit();
                    }
                    await(
                            "the row written afterwards",
                            () -> priority(view, "alice").equals(Optional.of(8.0)));
                    assertEquals(Optional.of(6.0), priority(view, "bob"));
                    assertEquals(Optional.empty(), view.failure());
                }
            } finally {
                broker.close();
            }
        }
    }

    @Test
    void readsATopicAgainThatWasCreatedAnew() throws Exception {
        Site site = CLUSTER.site("anew", Map.of("partitions", "1"));
        String topic = Topics.PRIORITIES.in(site.settings().topicPrefix());
        try (PriorityWriter writer = new PriorityWriter(site, "");
                Admin admin = Admin.create(site.settings().admin())) {
            IntStream.range(0, 20).forEach(i -> write(writer, 3, i + 1));
            List<Set<String>> told = new CopyOnWriteArrayList<>();
            try (PriorityView view = ready(site)) {
                view.addListener(told::add);
                admin.deleteTopics(List.of(topic)).all().get();
                await("the topic is gone", () -> !exists(admin, topic));
                CLUSTER.cluster().createTopics(1, topic);
                try (PriorityWriter next = new PriorityWriter(site, "next")) {
                    next.begin().put("carol", 9.0).commit();
                }
                await("the new topic's row", () -> priority(view, "carol").equals(Optional.of(9.0)));
                assertEquals(1, view.size(), "nothing of the old topic is left");
                // at once, or the old ones before the new one
                await("the listener's turn", () -> union(told).equals(Set.of("user0", "user1", "user2", "carol")));
            }
        }
    }

    private static Set<String> union(List<Set<String>> told) {
        return told.stream().flatMap(Set::stream).collect(Collectors.toSet());
    }

    private static boolean exists(Admin admin, String topic) {
        try {
            return admin.listTopics().names().get().contains(topic);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void skipsAndCountsWhatIsNoRow() throws InterruptedException, TimeoutException {
        Site site = CLUSTER.site("unreadable", Map.of("partitions", "1"));
        try (PriorityWriter writer = new PriorityWriter(site, "")) {
            writer.begin().put("alice", 5.0).commit();
            site.raw(Topics.PRIORITIES, "alice", new byte[] {0, 1}).flush();
            writer.begin()
                    .put(0, "bob", PriorityWriter.row("eve", 1))
                    .put("carol", 7.0)
                    .commit();
            try (PriorityView view = ready(site)) {
                assertEquals(2, view.unreadable());
                assertEquals(Optional.of(5.0), priority(view, "alice"), "the former row stays");
                assertEquals(Optional.of(7.0), priority(view, "carol"));
                assertEquals(2, view.size());
            }
        }
    }

    @Test
    void viewsOfSeveralAccountingsStandSideBySide() throws InterruptedException, TimeoutException {
        Site east = CLUSTER.site("east");
        Site west = CLUSTER.site("west");
        try (PriorityWriter toEast = new PriorityWriter(east, "");
                PriorityWriter toWest = new PriorityWriter(west, "")) {
            toEast.begin().put("alice", 5.0).commit();
            toWest.begin().put("alice", 50.0).commit();
            try (PriorityView one = ready(east);
                    PriorityView other = ready(west)) {
                assertEquals(Optional.of(5.0), priority(one, "alice"));
                assertEquals(Optional.of(50.0), priority(other, "alice"));
            }
        }
    }

    /** Found looking complete: a view whose reading an error had ended. */
    @Test
    void afterAnErrorItHasStopped() throws InterruptedException, TimeoutException {
        Site site = CLUSTER.site("error");
        try (PriorityWriter writer = new PriorityWriter(site, "")) {
            writer.begin().put("alice", 5.0).commit();
            try (PriorityView view = ready(site)) {
                view.addListener(keys -> {
                    throw new AssertionError("a listener's");
                });
                writer.begin().put("alice", 6.0).commit();
                await("it stops", () -> !view.isReady());
                assertTrue(view.failure().orElseThrow().toString().contains("a listener's"));
                assertThrows(IllegalStateException.class, view::snapshot);
            }
        }
    }

    @Test
    void saysWhyItCannotBeAsked() throws InterruptedException, TimeoutException {
        Site site = CLUSTER.site("refusals");
        Map<String, Object> consumer = site.settings().consumer();
        IllegalStateException missing = assertThrows(
                IllegalStateException.class,
                () -> PriorityView.open(
                        new ClientConfig(consumer, site.settings().registry(), "elsewhere.")));
        assertEquals("topic elsewhere.priorities: no such topic (expected: an existing one)", missing.getMessage());
        PriorityView view = ready(site);
        assertEquals(0, view.size(), "an empty topic is read at once");
        view.close();
        assertFalse(view.isReady());
        assertThrows(IllegalStateException.class, () -> view.at("alice", AS_OF));
        PriorityView failing = ready(site);
        failing.addListener(changed -> {
            throw new IllegalArgumentException("a listener's mistake");
        });
        try (PriorityWriter writer = new PriorityWriter(site, "")) {
            writer.begin().put("alice", 5.0).commit();
            await("the failure", () -> failing.failure().isPresent());
            IllegalStateException stopped = assertThrows(IllegalStateException.class, failing::snapshot);
            assertEquals("a listener's mistake", failing.failure().orElseThrow().getMessage());
            assertEquals(failing.failure().orElseThrow(), stopped.getCause());
        } finally {
            failing.close();
        }
    }
}
