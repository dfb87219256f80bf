import io.fairstream.cli.embedded.RegistryAnnouncement;
import io.fairstream.cli.records.Sender;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.schemas.Assignment;
import io.fairstream.schemas.Project;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.json.PlainJson;
import io.fairstream.streams.config.Settings;
import java.util.HashMap;
import java.util.Map;

/** Run by attach: puts a row into projects or assignments, or prints host-reports as JSON lines. */
final class Tables {
    private Tables() {}

    public static void main(String[] arguments) {
        Settings settings = settings(arguments[0]);
        switch (arguments[1]) {
            case "project" -> {
                Project project = PlainJson.read(Project.class, arguments[2]);
                try (Sender<Project> sender = Sender.open(settings, Topics.PROJECTS)) {
                    sender.send(project.getProject(), project);
                    sender.flush();
                }
            }
            case "assignment" -> {
                Assignment assignment = PlainJson.read(Assignment.class, arguments[2]);
                try (Sender<Assignment> sender = Sender.open(settings, Topics.ASSIGNMENTS)) {
                    sender.send(assignment.getHost(), assignment);
                    sender.flush();
                }
            }
            default -> {
                try (TopicReader reader = new TopicReader(settings)) {
                    reader.read(Topics.HOST_REPORTS, row -> System.out.println(PlainJson.write(row.value())));
                }
            }
        }
    }

    private static Settings settings(String bootstrapServers) {
        Map<String, String> entries = new HashMap<>();
        entries.put("bootstrap.servers", bootstrapServers);
        Settings plain = Settings.parse(entries);
        RegistryAnnouncement.find(plain.admin(), plain.consumer())
                .ifPresent(url -> entries.put("schema.registry.url", url));
        return Settings.parse(entries);
    }
}
