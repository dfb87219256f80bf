package io.fairstream.htcondor.file;

import io.fairstream.reading.MalformedException;
import java.util.List;

/** Parser of an ad in any syntax. */
public final class AdParser {
    private static final String BANNER = "***";

    private AdParser() {}

    /**
     * Parses an ad.
     *
     * @throws MalformedException if it is invalid; an ad in the old syntax is invalid if one of its lines is not an
     * attribute
     */
    public static ClassAd read(RawEntry entry) throws MalformedException {
        return switch (entry.spelling()) {
            case JSON -> ClassAdJson.read(entry.text());
            case XML -> ClassAdXml.read(entry.text());
            case TEXT -> text(entry.lines());
        };
    }

    private static ClassAd text(List<String> lines) throws MalformedException {
        ClassAd ad = new ClassAd();
        for (String line : lines) {
            if (line.startsWith(BANNER)) {
                ClassAdText.addBanner(ad, line);
            } else if (!ClassAdText.addTo(ad, line)) {
                String shown = line.length() > 40 ? line.substring(0, 40) + "…" : line;
                throw new MalformedException(
                        "\"" + shown.replaceAll("\\p{Cntrl}", " ") + "\" (expected: Attribute = value)");
            }
        }
        return ad;
    }
}
