package io.fairstream.streams.runtime;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.streams.state.StoreBuilder;

/** States that are texts, kept as their UTF-8. */
public final class Texts implements StateCodec<StringBuilder, String> {
    @Override
    public StringBuilder create() {
        return new StringBuilder();
    }

    @Override
    public byte[] write(StringBuilder state) {
        return writePage(state.toString());
    }

    @Override
    public StringBuilder read(String key, byte[] bytes) {
        return new StringBuilder(readPage(key, bytes));
    }

    @Override
    public byte[] writePage(String page) {
        return page.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String readPage(String key, byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Gives a topology the very store that a test looks at. */
    public record Given(WriteBackStore<StringBuilder, String> store)
            implements StoreBuilder<WriteBackStore<StringBuilder, String>> {
        @Override
        public WriteBackStore<StringBuilder, String> build() {
            return store;
        }

        @Override
        public Given withCachingEnabled() {
            return this;
        }

        @Override
        public Given withCachingDisabled() {
            return this;
        }

        @Override
        public Given withLoggingEnabled(Map<String, String> config) {
            return this;
        }

        @Override
        public Given withLoggingDisabled() {
            return this;
        }

        @Override
        public Map<String, String> logConfig() {
            return Map.of();
        }

        @Override
        public boolean loggingEnabled() {
            return false;
        }

        @Override
        public String name() {
            return store.name();
        }
    }
}
