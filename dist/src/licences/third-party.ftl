<#-- The first licence that a library offers of those that are taken, best known first. -->
<#assign taken = ["Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause", "EDL-1.0"]>
Libraries of others in this package, and the licences under which they are taken. Notices and texts are in licences/.

<#list dependencyMap as entry>
<#assign project = entry.getKey()>
<#assign offered = entry.getValue()>
<#assign licence = taken?filter(name -> offered?seq_contains(name))?first!offered?first>
<#assign others = offered?filter(name -> name != licence)>
${licence?right_pad(13)} ${(project.artifactId + "-" + project.version + ".jar")?right_pad(52)} ${project.url!}<#if others?has_content> (also offered: ${others?join(", ")})</#if>
</#list>
