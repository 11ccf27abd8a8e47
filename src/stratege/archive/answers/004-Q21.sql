-- Q21 – Écrire une requête SQL qui renvoie le nombre de tours de la partie ayant
-- nécessité le moins de tours, ainsi que les noms et prénoms des joueurs 1 et 2 ayant
-- participé à cette partie. On supposera l’unicité de cette partie.
SELECT nbtours, J1.nom AS nom1, J1.prenom AS prenom1, J2.nom AS nom2, J2.prenom AS prenom2
FROM Partie
JOIN Joueur AS J1 ON J1.id = id_joueur1
JOIN Joueur AS J2 ON J2.id = id_joueur2
WHERE nbtours = (SELECT MIN(nbtours) FROM Partie)
ORDER BY Partie.id;
