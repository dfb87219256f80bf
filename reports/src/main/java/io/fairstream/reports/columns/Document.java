package io.fairstream.reports.columns;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a command has to say, in its order. Mutable while it is put together. */
public final class Document {
    private final List<Section> sections = new ArrayList<>();

    /** Of these. */
    public static Document of(Section... sections) {
        Document document = new Document();
        document.sections.addAll(Arrays.asList(sections));
        return document;
    }

    /** With rows. */
    public Document with(Report<?> report) {
        sections.add(report);
        return this;
    }

    /** With a sentence. */
    public Document say(String text) {
        sections.add(Section.sentence(text));
        return this;
    }

    /** With a warning. */
    public Document warn(String text) {
        sections.add(new Section.Warning(text));
        return this;
    }

    /** With all of the other. */
    public Document with(Document other) {
        sections.addAll(other.sections);
        return this;
    }

    /** In their order. */
    public List<Section> sections() {
        return List.copyOf(sections);
    }
}
