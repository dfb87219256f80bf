package io.fairstream.steering.htcondor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.steering.Answer;
import io.fairstream.steering.Control;
import io.fairstream.steering.Edit;
import io.fairstream.steering.SchedulerException;
import io.fairstream.steering.process.Output;
import io.fairstream.steering.process.Program;
import io.fairstream.steering.process.Tool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sets factors: all in one Python process with HTCondor's bindings, or without them in a process each. */
final class Factors {
    static final String USERPRIO = "condor_userprio";
    static final List<String> QUERY = Stream.concat(
                    Stream.of(USERPRIO, "-negotiator", "-allusers", "-af:rt"), Submitters.ATTRIBUTES.stream())
            .toList();

    /** HTCondor sends a double with 31 binary digits, and prints six decimal places. */
    private static final double SAME = 2e-6;
    /** How many refusals without words are repeated, to hear why. */
    private static final int MOST_REPEATED = 8;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Program PROGRAM = Program.of(Factors.class, "set_factors.py");
    /** Whatever shell a prefix brings leaves these as they are. */
    private static final Pattern SAFE = Pattern.compile("[\\w.@+:/,%=][\\w.@+:/,%=-]*");

    private final Tool tool;

    Factors(Tool tool) {
        this.tool = tool;
    }

    List<Answer> set(List<Edit> edits) throws SchedulerException, InterruptedException {
        if (edits.isEmpty()) {
            return List.of();
        }
        List<String> words = atOnce(edits);
        if (words == null) {
            words = oneByOne(edits);
        }
        return answers(edits, words, inForce());
    }

    /** What HTCondor said of each; null where its bindings are missing. */
    private @Nullable List<String> atOnce(List<Edit> edits) throws SchedulerException, InterruptedException {
        List<List<Object>> argument = edits.stream()
                .map(edit -> List.<Object>of(edit.name(), edit.value()))
                .toList();
        List<String> python = List.of("python3", "-");
        Output output;
        try {
            output = tool.run(python, PROGRAM.with(argument));
        } catch (SchedulerException e) {
            if (String.valueOf(e.getMessage()).endsWith("python3: not found")) {
                return null;
            }
            throw e;
        }
        if (output.exit() == 127 || output.lastWords().contains("No module named")) {
            return null;
        }
        if (output.exit() != 0) {
            throw new SchedulerException(Tool.failure(python, output));
        }
        List<String> words = new ArrayList<>();
        for (String line : output.out().lines().toList()) {
            words.add(text(line));
        }
        if (words.size() != edits.size()) {
            throw new SchedulerException(
                    "python3: " + words.size() + " answers (expected: " + edits.size() + ", one for each edit)");
        }
        return words;
    }

    private List<String> oneByOne(List<Edit> edits) throws SchedulerException, InterruptedException {
        List<String> words = new ArrayList<>();
        for (Edit edit : edits) {
            words.add(one(edit));
        }
        return words;
    }

    private String one(Edit edit) throws SchedulerException, InterruptedException {
        if (!SAFE.matcher(edit.name()).matches()) {
            return edit.name() + ": a name that not every command line leaves as it is";
        }
        String factor = Double.toString(edit.value());
        Output output = tool.run(List.of(USERPRIO, "-setfactor", edit.name(), factor), "");
        return output.exit() == 0 ? "" : line(output.err().isBlank() ? output.out() : output.err());
    }

    private Map<String, Double> inForce() throws SchedulerException, InterruptedException {
        Map<String, Double> values = new HashMap<>();
        for (Control control : Submitters.read(tool.answer(QUERY)).controls()) {
            values.put(control.name(), control.value());
        }
        return values;
    }

    private List<Answer> answers(List<Edit> edits, List<String> words, Map<String, Double> inForce)
            throws SchedulerException, InterruptedException {
        List<Answer> answers = new ArrayList<>();
        int repeated = 0;
        for (int i = 0; i < edits.size(); i++) {
            Edit edit = edits.get(i);
            boolean isSet = isSame(inForce.get(edit.name()), edit.value());
            String text = words.get(i);
            if (!isSet && text.isEmpty()) {
                text = repeated++ < MOST_REPEATED ? one(edit) : "";
                isSet = text.isEmpty()
                        && repeated <= MOST_REPEATED
                        && isSame(inForce().get(edit.name()), edit.value());
            }
            answers.add(new Answer(edit, isSet, isSet || !text.isEmpty() ? text : "not set, without a word"));
        }
        return Collections.unmodifiableList(answers);
    }

    private static boolean isSame(@Nullable Double set, double wanted) {
        return set != null && Math.abs(set - wanted) <= SAME * wanted;
    }

    private static String text(String line) throws SchedulerException {
        try {
            return line(JSON.readValue(line, String.class));
        } catch (JsonProcessingException e) {
            throw new SchedulerException("python3: " + line + " (expected: a string of JSON)", e);
        }
    }

    private static String line(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining(" "));
    }
}
