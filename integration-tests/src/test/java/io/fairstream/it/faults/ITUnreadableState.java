package io.fairstream.it.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.config.Keys;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.it.harness.Conservation;
import io.fairstream.it.harness.Console;
import io.fairstream.it.harness.Counts;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.Tables;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.it.harness.TopologyProcess;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Local state is a copy of what is in Kafka: files of it that are broken cost a restore and nothing else. */
class ITUnreadableState {
    private static final String DELETED = "Records were deleted before they were read";

    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final int EVENTS = 8_000;
    private static final byte[] GARBAGE = "garbage ".repeat(40).getBytes(StandardCharsets.UTF_8);

    /** Damage to the files of one store. */
    private enum Damage {
        CURRENT_IS_GARBAGE {
            @Override
            void doTo(Path store) throws IOException {
                Files.write(store.resolve("CURRENT"), GARBAGE);
            }
        },
        MANIFEST_IS_EMPTY {
            @Override
            void doTo(Path store) throws IOException {
                Files.write(largest(store, "MANIFEST-"), new byte[0]);
            }
        },
        MANIFEST_IS_GARBAGE {
            @Override
            void doTo(Path store) throws IOException {
                Files.write(largest(store, "MANIFEST-"), GARBAGE);
            }
        },
        TABLE_IS_CUT {
            @Override
            void doTo(Path store) throws IOException {
                Path table = largest(store, "0");
                Files.write(table, Arrays.copyOf(Files.readAllBytes(table), (int) Files.size(table) / 2));
            }
        },
        /** The file opens; what is in it shows only when it is read. */
        BLOCK_IS_GARBAGE {
            @Override
            void doTo(Path store) throws IOException {
                Path table = largest(store, "0");
                byte[] bytes = Files.readAllBytes(table);
                System.arraycopy(GARBAGE, 0, bytes, 0, Math.min(GARBAGE.length, bytes.length / 4));
                Files.write(table, bytes);
            }
        },
        OFFSETS_ARE_GARBAGE {
            @Override
            void doTo(Path store) throws IOException {
                Path task = task(store);
                Files.write(task.resolve(".checkpoint"), GARBAGE);
                Files.write(task.resolve(".checkpoint_" + store.getFileName()), GARBAGE);
            }
        };

        abstract void doTo(Path store) throws IOException;

        static Path largest(Path store, String prefix) throws IOException {
            try (Stream<Path> files = Files.list(store)) {
                return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                        .filter(file -> !prefix.equals("0") || file.toString().endsWith(".sst"))
                        .max(Comparator.comparingLong(ITUnreadableState::size))
                        .orElseThrow();
            }
        }
    }

    /** The directory two levels up. */
    private static Path task(Path store) {
        return store.resolve("../..").normalize();
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void stateThatCannotBeReadIsSetAsideAndBuiltAnew() throws IOException {
        BusyPool pool = BusyPool.random(1, EVENTS);
        Site site = CLUSTER.site("unreadable");
        site.edits(pool.edits()).matches(pool.events().subList(0, EVENTS / 2)).run();
        List<Path> stores = stores(site);
        Map<Damage, Path> damaged = new EnumMap<>(Damage.class);
        for (Damage damage : Damage.values()) {
            damaged.put(damage, stores.get(damaged.size()));
            damage.doTo(stores.get(damaged.size() - 1));
        }
        site.matches(pool.events().subList(EVENTS / 2, pool.events().size())).run();

        Tables tables = Tables.of(site);
        assertEquals(new TreeMap<>(pool.open()), new TreeMap<>(tables.openMatches()));
        assertEquals(pool.finished().size(), tables.matchRecords().size());
        new Conservation(pool.edits()).assertHolds(tables, "broken local state");
        Counts.of(site, Topics.MATCHES, pool.events().size()).assertNothingLost("broken local state");
        long setAside = setAside(site);
        assertTrue(setAside > 0, "what does not open is kept");
        assertTrue(setAside <= damaged.size(), "of other tasks nothing is set aside");
    }

    /** The first record after the pause answers a request that waits at the broker. */
    @Test
    void recordsThatAreDeletedWhileTheTopologyIsBehindAreReported() {
        Site site = CLUSTER.site("deleted", Map.of("partitions", "1"));
        List<MatchEvent> events = BusyPool.random(2, 400).events();
        TopologyProcess topology = site.process(Map.of());
        site.matches(events.subList(0, 10)).awaitCaughtUp();
        int first = 0;
        while (first + 20 <= events.size() && !topology.log().contains(DELETED)) {
            first += 10;
            int from = first;
            topology.whilePaused(() -> {
                // a fetch from before the pause may have been answered with all of them: then there is another round
                site.matches(events.subList(from, from + 1)).matches(events.subList(from + 1, from + 10));
                deleteBefore(site, from + 5);
            });
            site.awaitCaughtUp();
        }
        Console audit = site.runCommand(List.of("audit"));
        assertTrue(topology.isAlive(), topology.log());
        assertEquals(1, audit.exitCode(), audit.toString());
        assertTrue(
                audit.toString()
                        .matches("(?s).*deleted unread: \\S+matches partition 0 offsets (" + first + "|" + (first + 1)
                                + ") to " + (first + 4) + ".*"),
                audit.toString());
        assertTrue(topology.log().contains(DELETED), topology.log());
    }

    /** A cluster was made again under the same name, and an instance comes back with the files that it had. */
    @Test
    void theCopyOfAnotherClustersStateIsNotUsed(@TempDir Path state) {
        Map<String, String> own =
                Map.of("application.id", "again", "topic.prefix", "again.", "state.dir", state.toString());
        try (EmbeddedCluster deleted = EmbeddedCluster.startTemporary();
                Site site = Site.on(deleted.settings(), "again", own)) {
            site.matches(BusyPool.random(4, 100).events()).run();
        }
        BusyPool pool = BusyPool.random(3, 400);
        List<MatchEvent> events = pool.events();
        try (EmbeddedCluster cluster = EmbeddedCluster.startTemporary();
                Site site = Site.on(cluster.settings(), "again", own)) {
            site.edits(pool.edits()).matches(events.subList(0, 300));
            site.whileRunning(
                    Map.of("state.dir", site.directory().resolve("other").toString()), () -> {});
            site.matches(events.subList(300, events.size())).run();
            Tables tables = Tables.of(site);
            assertEquals(new TreeMap<>(pool.open()), new TreeMap<>(tables.openMatches()));
            new Conservation(pool.edits()).assertHolds(tables, "cluster made again");
            Counts.of(site, Topics.MATCHES, events.size()).assertNothingLost("cluster made again");
        }
    }

    private static void deleteBefore(Site site, long offset) {
        TopicPartition partition =
                new TopicPartition(Topics.MATCHES.in(site.settings().topicPrefix()), 0);
        try (Admin admin = Admin.create(site.settings().admin())) {
            admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset)))
                    .all()
                    .get();
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long setAside(Site site) throws IOException {
        Path state = site.settings().get(Keys.STATE_DIR).resolve(site.settings().applicationId());
        try (Stream<Path> files = Files.list(state)) {
            return files.filter(file -> file.toString().endsWith(".unreadable")).count();
        }
    }

    /** Each the fullest of its task, those with the most first. */
    private static List<Path> stores(Site site) throws IOException {
        Path state = site.settings().get(Keys.STATE_DIR).resolve(site.settings().applicationId());
        try (Stream<Path> tables = Files.walk(state)) {
            return tables
                    .filter(file -> file.toString().endsWith(".sst"))
                    .sorted(Comparator.comparingLong(ITUnreadableState::size).reversed())
                    .map(Path::getParent)
                    .collect(
                            TreeMap<Path, Path>::new,
                            (byTask, store) -> byTask.putIfAbsent(store.getParent(), store),
                            TreeMap::putAll)
                    .values()
                    .stream()
                    .sorted(Comparator.comparingLong(ITUnreadableState::held).reversed())
                    .toList();
        }
    }

    private static long held(Path store) {
        try {
            return size(Damage.largest(store, "0"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
