package io.fairstream.published;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.properties.HasModifiers;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The public API is closed: a program that uses it needs no type of another package, by name or by a signature. */
class PublicApiTest {
    private static final Set<String> API = new Xml(Path.of("pom.xml")).texts("//parameter/includes/include");
    private static final Set<JavaClass> CLASSES = new ClassFileImporter()
            .importPackages("io.fairstream").stream()
                    .filter(PublicApiTest::isApi)
                    .collect(Collectors.toSet());

    @Test
    void signaturesMentionNoInternalType() {
        Set<String> mentioned = new TreeSet<>();
        CLASSES.stream()
                .flatMap(PublicApiTest::mentioned)
                .filter(type -> type.getPackageName().startsWith("io.fairstream.") && !isApi(type))
                .forEach(type -> mentioned.add(type.getFullName()));
        assertEquals(Set.of(), mentioned);
    }

    @Test
    void eachListedNameIsUsed() {
        for (String name : API) {
            assertTrue(CLASSES.stream().anyMatch(type -> isIn(name, type)), name);
        }
    }

    private static boolean isApi(JavaClass type) {
        return isSeen(type) && API.stream().anyMatch(name -> isIn(name, type));
    }

    private static boolean isIn(String name, JavaClass type) {
        return (type.getFullName() + "$").startsWith(name + "$")
                || (type.getPackageName() + ".").startsWith(name + ".");
    }

    /** A type that other packages can name: it and all types around it are public or protected. */
    private static boolean isSeen(JavaClass type) {
        return isOpen(type)
                && type.getEnclosingClass().map(PublicApiTest::isSeen).orElse(true);
    }

    private static boolean isOpen(HasModifiers member) {
        return member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED);
    }

    private static Stream<JavaClass> mentioned(JavaClass type) {
        Stream<JavaType> parents = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
        Stream<JavaType> fields =
                type.getFields().stream().filter(PublicApiTest::isOpen).map(JavaField::getType);
        Stream<JavaType> signatures = type.getCodeUnits().stream()
                .filter(PublicApiTest::isOpen)
                .flatMap(unit -> Stream.concat(Stream.of(unit.getReturnType()), parameters(unit)));
        return Stream.of(parents, fields, signatures)
                .flatMap(types -> types)
                .flatMap(mentioned -> mentioned.getAllInvolvedRawTypes().stream())
                .map(JavaClass::getBaseComponentType);
    }

    private static Stream<JavaType> parameters(JavaCodeUnit unit) {
        return Stream.concat(unit.getParameterTypes().stream(), unit.getExceptionTypes().stream());
    }
}
