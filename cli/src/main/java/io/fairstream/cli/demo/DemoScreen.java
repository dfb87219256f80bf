package io.fairstream.cli.demo;

import io.fairstream.query.records.Undisturbed;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/** Screen of the demo: a terminal that is redrawn and reads the key {@code q}, or plain lines. */
interface DemoScreen extends AutoCloseable {
    /** Interval between two redraws. */
    Duration pace();

    /** Number of columns of the screen. */
    int width();

    void show(List<String> lines) throws InterruptedException;

    /** True if closing the screen erases its contents. */
    boolean isPassing();

    /** True if the user wants the demo to end. */
    boolean isQuitWanted() throws InterruptedException;

    @Override
    void close();

    /** Opens the terminal if there is one, otherwise a screen on the writer. */
    static DemoScreen open(PrintWriter out) throws InterruptedException {
        Painter painter = new Painter();
        Optional<Terminal> terminal = painter.paint(DemoScreen::terminal);
        if (terminal.isPresent()) {
            return new Live(terminal.get(), painter);
        }
        painter.close();
        return new Plain(out);
    }

    private static Optional<Terminal> terminal() {
        try {
            Terminal terminal = TerminalBuilder.builder()
                    .system(true)
                    .dumb(true)
                    .nativeSignals(false)
                    .build();
            return terminal.getType().startsWith(Terminal.TYPE_DUMB) ? Optional.empty() : Optional.of(terminal);
        } catch (IOException | IllegalStateException e) {
            return Optional.empty();
        }
    }

    /** Prints tables below each other. */
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
        public int width() {
            return Integer.MAX_VALUE;
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

    /** Redraws one table in place. */
    final class Live implements DemoScreen {
        private final Terminal terminal;
        private final Painter painter;
        private final Attributes before;
        private final Display display;
        private volatile int width;
        private Size drawnOn = new Size();

        Live(Terminal terminal, Painter painter) throws InterruptedException {
            this.terminal = terminal;
            this.painter = painter;
            display = new Display(terminal, true);
            width = painter.paint(terminal::getWidth);
            before = painter.paint(this::begin);
        }

        private Attributes begin() {
            Attributes attributes = terminal.enterRawMode();
            terminal.puts(Capability.enter_ca_mode);
            terminal.puts(Capability.cursor_invisible);
            terminal.puts(Capability.clear_screen);
            return attributes;
        }

        @Override
        public Duration pace() {
            return Duration.ofMillis(500);
        }

        @Override
        public int width() {
            return width;
        }

        @Override
        public void show(List<String> lines) throws InterruptedException {
            painter.paint(() -> {
                draw(lines);
                return lines;
            });
        }

        private void draw(List<String> lines) {
            Size size = terminal.getSize();
            width = Math.max(1, size.getColumns());
            if (!size.equals(drawnOn)) {
                drawnOn = new Size(size.getColumns(), size.getRows());
                display.resize(size.getRows(), size.getColumns());
                display.clear();
            }
            List<AttributedString> drawn = lines.stream()
                    .limit(Math.max(1, size.getRows() - 2))
                    .map(line -> new AttributedString(line).columnSubSequence(0, width))
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
        public boolean isQuitWanted() throws InterruptedException {
            return painter.paint(this::isQuitTyped);
        }

        private boolean isQuitTyped() {
            try {
                int key = terminal.reader().read(1);
                return key == 'q' || key == 'Q' || key == NonBlockingReader.EOF;
            } catch (IOException e) {
                return true;
            }
        }

        @Override
        public void close() {
            Undisturbed.run(() -> painter.last(this::end));
        }

        private boolean end() {
            terminal.puts(Capability.exit_ca_mode);
            terminal.puts(Capability.cursor_visible);
            terminal.setAttributes(before);
            try {
                terminal.close();
                return true;
            } catch (IOException e) {
                // The demo is over; there is nothing left to draw on.
                return false;
            }
        }
    }
}
