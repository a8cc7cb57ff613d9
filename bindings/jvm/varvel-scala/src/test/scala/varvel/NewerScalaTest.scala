package varvel

import java.net.{URL, URLClassLoader}
import java.nio.file.{Files, Path}
import org.junit.jupiter.api.{Assertions, Assumptions, DynamicTest, Test, TestFactory}
import scala.jdk.CollectionConverters.*
import varvel.derivation.Testing

/** Types that the compiler of this library does not know: the classes of `src/test/scala-3.7` are compiled by a newer one,
  * against the library as it is, and their tests are run.
  */
class NewerScalaTest {
  private val version = System.getProperty("scala.newer", "3.7.4")

  @TestFactory def by_a_newer_compiler(): java.util.List[DynamicTest] = {
    val compiler = NewerScalaTest.artifact("org.scala-lang", "scala3-compiler_3", version)
    Assumptions.assumeTrue(compiler.isDefined, s"the compiler of Scala $version is not in the local repository of Maven")
    val library = NewerScalaTest.artifact("org.scala-lang", "scala3-library_3", version).get
    val ours = List(classOf[Codec[?]], classOf[dev.varvel.Reader], classOf[Testing], classOf[Test], classOf[org.opentest4j.AssertionFailedError])
    val libraries = (library ++ ours.map(NewerScalaTest.placeOf)).distinct
    val classes = Files.createTempDirectory("varvel")
    try {
      compile(compiler.get, libraries, classes)
      val loader = new URLClassLoader(urls(classes :: libraries), ClassLoader.getPlatformClassLoader)
      NewerScalaTest.sources.flatMap(source => tests(loader.loadClass(NewerScalaTest.className(source)))).asJava
    } finally Runtime.getRuntime.addShutdownHook(new Thread(() => delete(classes)))
  }

  private def compile(compiler: List[Path], libraries: List[Path], classes: Path): Unit = {
    val arguments = List(
      "-color:never", "-deprecation", "-feature", "-unchecked", "-Werror", "-Xcheck-macros", "-d", classes.toString,
      "-classpath", libraries.mkString(java.io.File.pathSeparator)
    ) ++ NewerScalaTest.sources.map(_.toString)
    val loader = new URLClassLoader(urls(compiler), ClassLoader.getPlatformClassLoader)
    try {
      val process = loader.loadClass("dotty.tools.dotc.Main").getMethod("process", classOf[Array[String]])
      val reporter = process.invoke(null, arguments.toArray)
      val failed = reporter.getClass.getMethod("hasErrors").invoke(reporter)
      Assertions.assertEquals(false, failed, "the compiler has said why")
    } finally loader.close()
  }

  private def urls(paths: List[Path]): Array[URL] = paths.map(_.toUri.toURL).toArray

  /** The class has the annotations of another loader, so they are compared by name. */
  private def tests(found: Class[?]): List[DynamicTest] = {
    val methods = found.getDeclaredMethods.toList.filter(_.getAnnotations.exists(_.annotationType.getName == classOf[Test].getName))
    Assertions.assertNotEquals(Nil, methods)
    methods.map { method =>
      DynamicTest.dynamicTest(s"${found.getSimpleName}.${method.getName}", () =>
        try method.invoke(found.getDeclaredConstructor().newInstance())
        catch { case error: java.lang.reflect.InvocationTargetException => throw error.getCause }
      )
    }
  }

  private def delete(folder: Path): Unit = {
    val all = Files.walk(folder)
    try all.iterator.asScala.toList.reverse.foreach(Files.delete)
    finally all.close()
  }
}

private object NewerScalaTest {
  private val folder = Path.of("src/test/scala-3.7")

  val sources: List[Path] = {
    val all = Files.list(folder)
    try all.iterator.asScala.toList.sorted
    finally all.close()
  }

  def className(source: Path): String = s"varvel.newer.${source.getFileName.toString.stripSuffix(".scala")}"

  /** Returns the archive or the folder that a class is of. */
  def placeOf(one: Class[?]): Path = Path.of(one.getProtectionDomain.getCodeSource.getLocation.toURI)

  /** The local repository of Maven, from which the library of Scala comes. */
  private val repository: Path = placeOf(classOf[Option[?]]).getParent.getParent.getParent.getParent.getParent

  private val Dependency = "(?s)<dependency>(.*?)</dependency>".r
  private def tag(name: String, text: String): Option[String] = s"<$name>(.*?)</$name>".r.findFirstMatchIn(text).map(_.group(1))

  /** Returns an artifact with those that it needs, if all are in the local repository. */
  def artifact(group: String, name: String, version: String): Option[List[Path]] = {
    val folder = repository.resolve(group.replace('.', '/')).resolve(name).resolve(version)
    val jar = folder.resolve(s"$name-$version.jar")
    val pom = folder.resolve(s"$name-$version.pom")
    if !Files.exists(jar) || !Files.exists(pom) then None
    else {
      val needed = Dependency.findAllMatchIn(Files.readString(pom)).map(_.group(1)).toList.filter { one =>
        // JLine is for the shell of the compiler.
        !tag("scope", one).contains("test") && !tag("groupId", one).contains("org.jline")
      }
      val others = needed.map(one => artifact(tag("groupId", one).get, tag("artifactId", one).get, tag("version", one).get))
      if others.exists(_.isEmpty) then None else Some((jar :: others.flatten.flatten).distinct)
    }
  }
}
