package io.fairstream.htcondor.file;

import io.fairstream.htcondor.file.ClassAd.Expression;
import io.fairstream.reading.MalformedException;
import java.io.StringReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Parser of ClassAds in XML: {@code <c><a n="Name"><s>value</s></a></c>}. */
public final class ClassAdXml {
    private static final XMLInputFactory XML = factory();
    private static final int DEEPEST = 100;

    private ClassAdXml() {}

    public static ClassAd read(String xml) throws MalformedException {
        try {
            XMLStreamReader reader = XML.createXMLStreamReader(new StringReader(xml));
            reader.nextTag();
            reader.require(XMLStreamConstants.START_ELEMENT, null, "c");
            return ad(reader, 0);
        } catch (XMLStreamException e) {
            throw new MalformedException("not an ad in XML: " + e.getMessage());
        }
    }

    /** Creates a factory without external entities. */
    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }

    private static ClassAd ad(XMLStreamReader reader, int depth) throws XMLStreamException, MalformedException {
        if (depth > DEEPEST) {
            throw new MalformedException("more than " + DEEPEST + " nested ads");
        }
        ClassAd ad = new ClassAd();
        while (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
            reader.require(XMLStreamConstants.START_ELEMENT, null, "a");
            String name = reader.getAttributeValue(null, "n");
            if (name == null) {
                throw new MalformedException("an attribute without a name");
            }
            reader.nextTag();
            ad.set(name, value(reader, depth));
            reader.nextTag();
            reader.require(XMLStreamConstants.END_ELEMENT, null, "a");
        }
        return ad;
    }

    private static @Nullable Object value(XMLStreamReader reader, int depth)
            throws XMLStreamException, MalformedException {
        return switch (reader.getLocalName()) {
            case "s" -> reader.getElementText();
            case "i", "r", "e" -> ClassAd.parsed(reader.getElementText().trim());
            case "b" -> flag(reader);
            case "c" -> ad(reader, depth + 1);
            case "un", "er" -> {
                skip(reader);
                yield null;
            }
            default -> new Expression(skip(reader));
        };
    }

    private static Object flag(XMLStreamReader reader) throws XMLStreamException {
        boolean value = "t".equals(reader.getAttributeValue(null, "v"));
        skip(reader);
        return value;
    }

    /** Skips an element and its content. */
    private static String skip(XMLStreamReader reader) throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        for (int depth = 1; depth > 0; ) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            } else if (event == XMLStreamConstants.CHARACTERS) {
                text.append(reader.getText());
            }
        }
        return text.toString();
    }
}
