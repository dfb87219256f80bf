package io.fairstream.rules.assign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.rules.assign.Chooser.AssignmentRow;
import io.fairstream.rules.assign.Chooser.AssignmentRow.Choice;
import io.fairstream.rules.assign.Chooser.HostFacts;
import io.fairstream.rules.assign.Project.AppVersion;
import io.fairstream.rules.assign.Project.Keyword;
import io.fairstream.rules.assign.Project.Resource;
import io.fairstream.rules.assign.ScorePolicy.RecentShare;
import io.fairstream.rules.vectors.BoincVectors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Science United's choices. Its scores are rounded to tenths, since it adds a random number below 0.01. */
class ChooserVectorTest {
    private static final String PLATFORM = "x86_64-pc-linux-gnu";

    @ParameterizedTest
    @ValueSource(strings = {"C01", "C02", "C03"})
    void choosesAsThePhpDoes(String id) {
        JsonNode vector = BoincVectors.byId(id);
        List<Project> projects = new ArrayList<>();
        Map<String, Double> recent = new HashMap<>();
        for (JsonNode average : vector.at("/expect/avg_ec")) {
            String name = average.get("name").asText();
            projects.add(project(
                    name,
                    average,
                    vector.at("/params/infos").get(average.get("id").asText())));
            recent.put(name, average.get("avg_ec_adjusted").asDouble());
        }
        HostFacts host = new HostFacts("h1", "1", Set.of(PLATFORM), Set.of(Resource.CPU), false, Map.of());
        AssignmentRow assignment = Chooser.choose(
                host, projects, preferences(vector.at("/params/ukws")), new RecentShare(projects, recent), 0);
        List<String> chosen = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        assignment.choices().forEach(choice -> chosen.add(told(choice)));
        for (int i = 0; i < vector.at("/expect/selected").size(); i++) {
            JsonNode ranked = vector.at("/expect/ranked").get(i);
            assertEquals(ranked.get(0), vector.at("/expect/selected").get(i).get(0));
            assertEquals(
                    "[\"cpu\"]", vector.at("/expect/selected").get(i).get(1).toString());
            expected.add(ranked.get(0).asText() + " " + ranked.get(1).asDouble());
        }
        assertEquals(expected, chosen);
    }

    private static String told(Choice choice) {
        return choice.project() + " " + Math.rint(choice.score() * 10) / 10;
    }

    private static Project project(String name, JsonNode average, JsonNode info) {
        List<AppVersion> versions = new ArrayList<>();
        for (JsonNode version : info.get("avs")) {
            versions.add(new AppVersion(
                    version.get("platform").asText(),
                    !version.get("gpu").isNull(),
                    version.get("vbox").asBoolean()));
        }
        List<Keyword> keywords = new ArrayList<>();
        info.get("kws")
                .forEach(keyword -> keywords.add(new Keyword(
                        keyword.get("keyword_id").asText(),
                        keyword.get("fraction").asDouble())));
        return new Project(name, "", average.get("share").asDouble(), versions, keywords);
    }

    private static Preferences preferences(JsonNode keywords) {
        Set<String> wanted = new HashSet<>();
        Set<String> unwanted = new HashSet<>();
        keywords.properties()
                .forEach(keyword -> (keyword.getValue().asInt() > 0 ? wanted : unwanted).add(keyword.getKey()));
        return new Preferences("1", Set.of(), wanted, unwanted);
    }
}
