package io.fairstream.steering.peer;

import io.fairstream.steering.Control;
import io.fairstream.steering.Edit;
import io.fairstream.steering.schedulers.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** A script that answers as a scheduler's commands do, and the directory where it keeps its values. */
public record StandIn(String name, Path directory) {
    public Tool tool() throws URISyntaxException {
        Path script =
                Path.of(Objects.requireNonNull(StandIn.class.getResource("/io/fairstream/steering/stand-ins/" + name))
                        .toURI());
        return new Tool(List.of("bash", script.toString(), directory.toString()), Duration.ofMinutes(5));
    }

    /** Gives it a recorded output. */
    public StandIn with(String file, String resource) throws IOException {
        return with(file, text(resource), "");
    }

    public StandIn with(String file, String text, String more) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(Objects.requireNonNull(path.getParent()));
        Files.writeString(path, text + more);
        return this;
    }

    public static String text(String resource) throws IOException {
        try (InputStream stream =
                Objects.requireNonNull(StandIn.class.getResourceAsStream("/io/fairstream/steering/" + resource))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    public static Edit edit(String name, double value) {
        return new Edit(new Control(name, "", 0), value, "");
    }
}
