package io.fairstream.console;

import io.fairstream.app.config.Settings;
import io.fairstream.http.HttpLimits;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.LiveTables;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import io.fairstream.rules.priority.Groups;
import io.fairstream.testing.HttpServerRules;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A console without a cluster: who may ask is known before anything is read. */
class AttackedConsoleTest {
    private static final HttpLimits SMALL = new HttpLimits(256, 256, Duration.ofSeconds(1), 10_000, 1 << 20);

    /** Requests as edits are made. */
    @Nested
    class ByEdits extends Attacked {
        @Override
        protected String write() {
            return "POST /api/v1/edits\r\nX-Fairstream: console";
        }

        @Override
        protected List<String> wrongTypes() {
            return List.of("", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data");
        }
    }

    /** Requests of whom nobody knows yet. */
    @Nested
    class BySignIns extends Attacked {
        @Override
        protected String write() {
            return "POST /api/v1/session\r\nX-Fairstream: console";
        }

        @Override
        protected List<String> wrongTypes() {
            return List.of();
        }
    }

    private abstract static class Attacked extends HttpServerRules {
        private LiveTables tables;
        private Console console;

        @BeforeEach
        void start() throws IOException {
            Settings settings =
                    Settings.parse(Map.of("bootstrap.servers", "127.0.0.1:1", "schema.registry.url", "mock://console"));
            tables = new LiveTables(settings, Duration.ofSeconds(1), () -> true);
            ConsoleSettings served = new ConsoleSettings(
                    InetSocketAddress.createUnresolved("127.0.0.1", 0),
                    Optional.empty(),
                    SMALL,
                    new LoopbackAccess("127.0.0.1"),
                    new Owners(Groups.EMPTY, ""),
                    true,
                    "1.2.3",
                    "");
            console = Console.start(served, new NoCommands(), () -> settings, tables, () -> true);
        }

        @AfterEach
        void stop() {
            console.close();
            tables.close();
        }

        @Test
        void itStartsAlthoughKafkaDoesNotAnswer() {
            console.prepare("userprio");
        }

        @Override
        protected URI server() {
            return URI.create(console.url());
        }

        @Override
        protected String ordinary() {
            return "GET /api/v1/me";
        }

        @Override
        protected int tooLarge() {
            return SMALL.largestBody() + 1;
        }
    }

    private static final class NoCommands implements Commands {
        @Override
        public List<String> names() {
            return List.of();
        }

        @Override
        public Document show(Question question, TopicReader reader) {
            throw new UnknownCommandException(question.command());
        }

        @Override
        public ReportTime system(Question question, TopicReader reader) {
            throw new UnknownCommandException(question.command());
        }

        @Override
        public Made edit(List<String> edit, String by, String reason) {
            throw new UnknownCommandException(edit.toString());
        }
    }
}
