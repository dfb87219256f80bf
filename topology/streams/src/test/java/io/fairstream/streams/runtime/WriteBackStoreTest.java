package io.fairstream.streams.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.Pages;
import io.fairstream.rules.Pages.Paged;
import io.fairstream.streams.runtime.WriteBackStores.HeapLimits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store whose states are texts that grow; each test is what an owner does within one record, before the commit. */
class WriteBackStoreTest {
    private final List<String> published = new ArrayList<>();
    private final KeyValueStore<Bytes, byte[]> kept = Stores.keyValueStoreBuilder(
                    Stores.inMemoryKeyValueStore("texts"), Serdes.Bytes(), Serdes.ByteArray())
            .withLoggingDisabled()
            .build();
    private Runnable finish = () -> {};

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    @Test
    void publishesAndWritesTheLastValueOncePerCommit() {
        run(new HeapLimits(10, 10), store -> {
            append(store, "a", "1");
            append(store, "b", "2");
            append(store, "a", "3");
            store.flushIfFull();
            assertEquals(List.of(), published);
            assertEquals(List.of(), contents());
            store.flushCache();
            assertEquals(List.of("a=13", "b=2"), published);
            assertEquals(List.of("1a=13", "1b=2"), contents());
            store.flushCache();
            assertEquals(2, published.size(), "nothing has changed since");
        });
    }

    @Test
    void aRejectedInputLeavesNoNewStateOnTheHeap() {
        run(new HeapLimits(10, 10), store -> {
            append(store, "stored", "1");
            store.flushCache();
            append(store, "changed", "1");
            for (String key : List.of("stored", "changed", "new")) {
                store.removeIfUnused(store.slot(key));
            }
            assertEquals(Set.of("stored", "changed"), store.heap.keySet());
        });
    }

    @Test
    void theCommitOfTheTaskFlushes() {
        run(new HeapLimits(10, 10), store -> append(store, "a", "1"));
        assertEquals(List.of("a=1"), published);
    }

    @Test
    void writesThroughWhenOnlyOneMayChange() {
        run(new HeapLimits(10, 1), store -> {
            append(store, "a", "1");
            store.flushIfFull();
            append(store, "a", "2");
            store.flushIfFull();
            assertEquals(List.of("a=1", "a=12"), published);
            assertEquals(List.of("1a=12"), contents());
        });
    }

    @Test
    void writesBackEarlyWhenTooMuchHasChanged() {
        run(new HeapLimits(10, 3), store -> {
            append(store, "a", "1");
            append(store, "b", "1");
            store.flushIfFull();
            assertEquals(List.of(), published);
            append(store, "c", "1");
            store.flushIfFull();
            assertEquals(List.of("a=1", "b=1", "c=1"), published);
        });
    }

    @Test
    void whatWasNotUsedLatelyLeavesTheHeapFirst() {
        run(new HeapLimits(3, 10), store -> {
            for (String key : List.of("a", "b", "c", "d")) {
                append(store, key, "1");
            }
            store.flushCache();
            Set<String> stayed = new HashSet<>(store.heap.keySet());
            assertEquals(3, stayed.size());
            String used = stayed.iterator().next();
            append(store, used, "2");
            append(store, "e", "1");
            store.flushCache();
            assertEquals(3, store.heap.keySet().size());
            assertTrue(store.heap.keySet().containsAll(List.of(used, "e")), store.heap::toString);
            for (String key : List.of("a", "b", "c", "d")) {
                String written = store.slot(key).state().toString();
                assertEquals(key.equals(used) ? "12" : "1", written, key);
            }
        });
    }

    @Test
    void whatHasChangedStaysUntilItIsWritten() {
        run(new HeapLimits(0, 10), store -> {
            WriteBackStore.CacheEntry<StringBuilder> a = append(store, "a", "1");
            assertSame(a, store.slot("a"));
            store.flushCache();
            assertNotSame(a, store.slot("a"));
        });
    }

    @Test
    void aSlotKnowsTheNewestTimestampOfItsChanges() {
        run(new HeapLimits(10, 10), store -> {
            WriteBackStore.CacheEntry<StringBuilder> a = store.slot("a");
            store.changed(a, 7);
            store.changed(a, 3);
            assertEquals(7, a.timestamp());
        });
    }

    @Test
    void pagesAreKeptBesideTheStateAndLeaveWithIt() {
        run(new HeapLimits(10, 10), store -> {
            append(store, "a", "1");
            append(store, "a\u0001", "other");
            PagedTexts history = new PagedTexts("p0", "p1", "p2");
            store.evictPages(store.slot("a"), history);
            store.evictPages(store.slot("a\u0001"), new PagedTexts("q0"));
            store.loadPage(store.slot("a"), history);
            assertEquals(List.of("p2"), history.here);
            assertEquals(2, history.pages().next());
            store.flushCache();
            store.drop(store.slot("a"), history.pages(), 0);
            store.flushCache();
            assertEquals(List.of("1a\u0001=other", "2a\u0001\0\0\0\0\0=q0"), contents());
            assertEquals("", store.slot("a").state().toString(), "begins anew");
        });
    }

    @Test
    void whatIsDroppedIsNotPublished() {
        run(new HeapLimits(10, 10), store -> {
            append(store, "a", "1");
            store.drop(store.slot("a"), new Pages(), 0);
            store.flushCache();
            assertEquals(List.of(), published);
            assertEquals(List.of(), contents());
        });
    }

    @Test
    void whatTheOwnerChangesAtTheEndOfACommitIsWrittenInIt() {
        run(new HeapLimits(10, 10), store -> {
            assertNull(store.note("state"));
            append(store, "a", "1");
            finish = () -> {
                append(store, "b", "2");
                store.note("state", "done".getBytes(StandardCharsets.UTF_8));
            };
            store.flushCache();
            finish = () -> {};
            assertEquals(List.of("0state=done", "1a=1", "1b=2"), contents());
            assertEquals("done", new String(Objects.requireNonNull(store.note("state")), StandardCharsets.UTF_8));
        });
    }

    @Test
    void visitsStatesInTheOrderOfTheirKeysSomeAtATime() {
        run(new HeapLimits(1, 10), store -> {
            List.of("c", "a", "d", "b", "ä").forEach(key -> append(store, key, key));
            store.evictPages(store.slot("a"), new PagedTexts("no state"));
            store.note("", new byte[] {1});
            store.flushCache();
            List<String> seen = new ArrayList<>();
            assertEquals("b", store.visit(null, 2, slot -> seen.add(slot.key())));
            assertEquals("d", store.visit("b", 2, slot -> seen.add(slot.key())));
            assertNull(store.visit("d", 2, slot -> seen.add(slot.key() + "=" + slot.state())));
            assertEquals(List.of("a", "b", "c", "d", "ä=ä"), seen);
            assertNull(store.visit("ä", 2, slot -> seen.add("more")));
            assertEquals(5, seen.size());
        });
    }

    @Test
    void whatAVisitChangedIsFoundChangedInTheSameCommit() {
        run(new HeapLimits(0, 10), store -> {
            append(store, "a", "1");
            append(store, "b", "1");
            store.flushCache();
            finish = () -> {
                for (String more : List.of("2", "3")) {
                    store.visit(null, 10, slot -> {
                        slot.state().append(more);
                        store.changed(slot, 0);
                    });
                }
                append(store, "a", "4");
            };
            store.flushCache();
            finish = () -> {};
            assertEquals(List.of("1a=1234", "1b=123"), contents());
            assertEquals("1234", store.slot("a").state().toString());
        });
    }

    @Test
    void whatWasNotWrittenIsForgottenWhenTheHeapIsCleared() {
        run(new HeapLimits(10, 10), store -> {
            append(store, "a", "1");
            store.flushCache();
            append(store, "a", "2");
            store.clearCache();
            assertEquals("1", store.slot("a").state().toString());
            store.flushCache();
            assertEquals(List.of("a=1"), published);
        });
    }

    @Test
    void nothingIsOnTheHeapAfterInit() {
        WriteBackStore<StringBuilder, String> store = new WriteBackStore<>(kept, new Texts(), new HeapLimits(10, 10));
        run(store, once -> append(once, "a", "1"));
        append(store, "a", "left over");
        run(store, again -> assertEquals("", again.slot("a").state().toString()));
    }

    @Test
    void storesThatShareLimitsShareTheHeap() {
        HeapLimits shared = new HeapLimits(4, 100);
        run(shared, store -> {
            List.of("a", "b", "c", "d").forEach(key -> append(store, key, "1"));
            store.flushCache();
            assertEquals(4, shared.onHeap().get());
            shared.onHeap().addAndGet(12);
            store.flushCache();
            assertEquals(12 + 1, shared.onHeap().get(), "a quarter of 4 for a quarter of all states");
            store.clearCache();
            assertEquals(12, shared.onHeap().get());
        });
    }

    @Test
    void withoutAnOwnerNothingIsFlushed() {
        WriteBackStore<StringBuilder, String> store = new WriteBackStore<>(kept, new Texts(), new HeapLimits(10, 10));
        assertThrows(NullPointerException.class, store::flushCache);
    }

    private static WriteBackStore.CacheEntry<StringBuilder> append(
            WriteBackStore<StringBuilder, String> store, String key, String text) {
        WriteBackStore.CacheEntry<StringBuilder> slot = store.slot(key);
        slot.state().append(text);
        store.changed(slot, 0);
        return slot;
    }

    private List<String> contents() {
        List<String> contents = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> all = kept.all()) {
            all.forEachRemaining(entry -> {
                byte[] key = entry.key.get();
                String name = new String(key, 1, key.length - 1, StandardCharsets.UTF_8);
                contents.add(key[0] + name + "=" + new String(entry.value, StandardCharsets.UTF_8));
            });
        }
        return contents;
    }

    private void run(HeapLimits limits, Consumer<WriteBackStore<StringBuilder, String>> script) {
        run(new WriteBackStore<>(kept, new Texts(), limits), script);
    }

    private void run(
            WriteBackStore<StringBuilder, String> store, Consumer<WriteBackStore<StringBuilder, String>> script) {
        Topology topology = new Topology();
        topology.addSource("in", new StringDeserializer(), new StringDeserializer(), "in");
        topology.addProcessor("owner", () -> new Owner(store, script), "in");
        topology.addStateStore(new Texts.Given(store), "owner");
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "texts");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        try (TopologyTestDriver driver = new TopologyTestDriver(topology, properties)) {
            driver.createInputTopic("in", new StringSerializer(), new StringSerializer())
                    .pipeInput("key", "value");
        }
    }

    private final class Owner
            implements Processor<String, String, String, String>, WriteBackStore.Flush<StringBuilder> {
        private final WriteBackStore<StringBuilder, String> store;
        private final Consumer<WriteBackStore<StringBuilder, String>> script;

        Owner(WriteBackStore<StringBuilder, String> store, Consumer<WriteBackStore<StringBuilder, String>> script) {
            this.store = store;
            this.script = script;
        }

        @Override
        public void init(ProcessorContext<String, String> context) {
            store.onFlush(context, this);
        }

        @Override
        public void process(Record<String, String> record) {
            script.accept(store);
        }

        @Override
        public void publish(WriteBackStore.CacheEntry<StringBuilder> slot) {
            published.add(slot.key() + "=" + slot.state());
        }

        @Override
        public void finish() {
            finish.run();
        }
    }

    /** Texts that are handed out one after the other. */
    private static final class PagedTexts extends Paged<String> {
        private final Deque<String> old = new ArrayDeque<>();
        private final List<String> here = new ArrayList<>();

        PagedTexts(String... old) {
            super(new Pages());
            this.old.addAll(List.of(old));
        }

        @Override
        public void loadPage(String page) {
            here.add(0, page);
        }

        @Override
        public @Nullable String evictPage() {
            return old.poll();
        }
    }
}
