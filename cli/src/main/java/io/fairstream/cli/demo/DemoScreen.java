package io.fairstream.cli.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/** Where the demo shows its table: a terminal that is drawn over and listens for {@code q}, or plain lines. */
interface DemoScreen extends AutoCloseable {
    /** How often it wants to be drawn. */
    Duration pace();

    void show(List<String> lines);

    /** Whether what it showed is gone when it closes. */
    boolean isPassing();

    /** Whether somebody wants the demo to end. */
    boolean isQuitWanted();

    @Override
    void close();

    /** The terminal if there is one, else the writer. */
    static DemoScreen open(PrintWriter out) {
        try {
            Terminal terminal = TerminalBuilder.builder()
                    .system(true)
                    .dumb(true)
                    .nativeSignals(false)
                    .build();
            return terminal.getType().startsWith(Terminal.TYPE_DUMB) ? new Plain(out) : new Live(terminal);
        } catch (IOException | IllegalStateException e) {
            return new Plain(out);
        }
    }

    /** Tables one below the other. */
    final class Plain implements DemoScreen {
        private final PrintWriter out;

        Plain(PrintWriter out) {
            this.out = out;
        }

        @Override
        public Duration pace() {
            return Duration.ofSeconds(10);
        }

        @Override
        public void show(List<String> lines) {
            lines.forEach(out::println);
            out.println();
            out.flush();
        }

        @Override
        public boolean isPassing() {
            return false;
        }

        @Override
        public boolean isQuitWanted() {
            return false;
        }

        @Override
        public void close() {}
    }

    /** One table, drawn over. */
    final class Live implements DemoScreen {
        private final Terminal terminal;
        private final Attributes before;
        private final Display display;

        Live(Terminal terminal) {
            this.terminal = terminal;
            before = terminal.enterRawMode();
            display = new Display(terminal, true);
            terminal.puts(Capability.enter_ca_mode);
            terminal.puts(Capability.cursor_invisible);
            terminal.puts(Capability.clear_screen);
        }

        @Override
        public Duration pace() {
            return Duration.ofMillis(500);
        }

        @Override
        public void show(List<String> lines) {
            display.resize(terminal.getHeight(), terminal.getWidth());
            int height = Math.max(1, terminal.getHeight() - 2);
            List<AttributedString> drawn = lines.stream()
                    .limit(height)
                    .map(line -> new AttributedString(line).columnSubSequence(0, Math.max(1, terminal.getWidth())))
                    .collect(Collectors.toCollection(ArrayList::new));
            drawn.add(new AttributedString(""));
            drawn.add(new AttributedString("q ends the demo"));
            display.update(drawn, 0);
        }

        @Override
        public boolean isPassing() {
            return true;
        }

        @Override
        public boolean isQuitWanted() {
            try {
                int key = terminal.reader().read(1);
                return key == 'q' || key == 'Q' || key == NonBlockingReader.EOF;
            } catch (IOException e) {
                return true;
            }
        }

        @Override
        public void close() {
            terminal.puts(Capability.exit_ca_mode);
            terminal.puts(Capability.cursor_visible);
            terminal.setAttributes(before);
            try {
                terminal.close();
            } catch (IOException e) {
                // The demo is over; there is nothing left to draw on.
            }
        }
    }
}
